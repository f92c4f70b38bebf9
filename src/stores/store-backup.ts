import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { counted } from "../core/counted.ts";
import { storeError } from "../core/errors.ts";
import { isPostgresUrl } from "../core/urls.ts";
import type { Database, SqlRow } from "./database.ts";
import type { SqliteFile } from "./sqlite/sqlite-file.ts";
import { showStore, withStore } from "./store-care.ts";
import { DATA_TABLE_NAMES, type StoreInfo } from "./store-info.ts";

type TableReader = (
  table: string,
) => Iterable<readonly SqlRow[]> | AsyncIterable<readonly SqlRow[]>;

/** Backs up a store, even one in use, to a SQLite store. Rejects with a SimulatorError. */
export async function backUpStore(store: string, file: string): Promise<StoreInfo> {
  if (existsSync(file))
    throw storeError(
      `Failed to write the backup \`${file}\`: it already exists. Delete it, or choose another name.`,
    );
  if (isPostgresUrl(store)) await backUpPostgres(store, file);
  else await writeCopy(store, file);
  return showStore(file);
}

async function backUpPostgres(store: string, file: string): Promise<void> {
  const { readConsistently } = await import("./postgres/postgres-info.ts");
  await withTemporaryStore(dirname(file), async (path, open) => {
    const copy = open();
    await readConsistently(store, (read) => copyTables(read, copy));
    await writeCopy(path, file);
  });
}

/** Fills an empty store from a backup, even an older version's. Rejects with a SimulatorError. */
export function restoreStore(store: string, file: string): Promise<StoreInfo> {
  return withStore(store, async (database) => {
    const [found] = await database.rows("SELECT count(*) AS count FROM sandbox");
    const count = Number(found?.["count"]);
    if (count > 0)
      throw storeError(
        `Failed to restore the store \`${database.name}\`: it has ${counted(count, "sandbox")}. Delete ${count === 1 ? "it" : "them"} with \`batch-sim store reset\`, or restore to another store.`,
      );
    await withTemporaryStore(tmpdir(), async (path, open) => {
      // Uses a copy, because opening an older backup upgrades it.
      await writeCopy(file, path);
      const copy = open();
      try {
        await copyTables((table) => copy.batches(`SELECT * FROM ${table}`), database);
      } catch (error) {
        await database.clear();
        throw error;
      }
    });
  });
}

/** Makes a consistent copy, even of a file in use; the copy appears only when it is complete. */
async function writeCopy(path: string, file: string): Promise<void> {
  const { copySqlite } = await import("./sqlite/sqlite-file.ts");
  const partial = `${file}.part`;
  try {
    await copySqlite(path, partial);
    const written = openSync(partial, "r");
    fsyncSync(written);
    closeSync(written);
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function copyTables(read: TableReader, target: Database): Promise<void> {
  for (const table of DATA_TABLE_NAMES) {
    for await (const rows of read(table)) {
      const columns = Object.keys(rows[0] ?? {});
      const places = columns.map(() => "?").join(", ");
      const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`;
      await target.transaction(() => {
        for (const row of rows) target.run(sql, ...columns.map((column) => row[column] ?? null));
      });
    }
  }
}

/** Calls `act` with the path of a temporary SQLite file, and a function that opens it. */
async function withTemporaryStore(
  parent: string,
  act: (path: string, open: () => SqliteFile) => Promise<void>,
): Promise<void> {
  const { SqliteFile } = await import("./sqlite/sqlite-file.ts");
  const folder = mkdtempSync(join(parent, "batch-sim-"));
  const path = join(folder, "copy.db");
  let opened: SqliteFile | undefined;
  try {
    await act(path, () => {
      opened = new SqliteFile(path);
      return opened;
    });
  } finally {
    opened?.close();
    rmSync(folder, { recursive: true });
  }
}
