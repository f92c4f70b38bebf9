import type { Turn } from "../../state/loading.ts";
import type { Database } from "../database.ts";

/** Facts that are known once the entries of all sandboxes have been read. */
export type BlobKnowledge = {
  readonly isUsed: (sandbox: number, blob: number) => boolean;
  /** Whether any entry refers to a blob, or is about to. */
  readonly isKnown: (blob: number) => boolean;
  readonly lastFound: number;
  readonly turn: Turn;
};

const MANY = 1000;

/**
 * Deletes earlier processes' blobs that no entry refers to, such as those whose writing was
 * interrupted. New entries may be written at the same time, so each transaction checks again.
 */
export async function deleteUnusedBlobs(
  database: Database,
  knowledge: BlobKnowledge,
): Promise<void> {
  await deleteUses(database, knowledge);
  await deleteBlobs(database, knowledge);
}

async function deleteUses(database: Database, { isUsed, turn }: BlobKnowledge): Promise<void> {
  for (let sandbox = 0, blob = 0; ; ) {
    await turn();
    const rows = await database.rows(
      `SELECT sandbox, blob FROM blob_use WHERE (sandbox, blob) > (?, ?) ORDER BY sandbox, blob LIMIT ${MANY}`,
      ...[sandbox, blob],
    );
    const uses = rows.map((row) => [Number(row["sandbox"]), Number(row["blob"])] as const);
    const newest = uses.at(-1);
    if (newest === undefined) return;
    [sandbox, blob] = newest;
    const unused = (): typeof uses => uses.filter((use) => !isUsed(...use));
    if (unused().length === 0) continue;
    await database.transaction(() => {
      for (const use of unused())
        database.run("DELETE FROM blob_use WHERE sandbox = ? AND blob = ?", ...use);
    });
  }
}

async function deleteBlobs(
  database: Database,
  { isKnown, lastFound, turn }: BlobKnowledge,
): Promise<void> {
  for (let id = 0; ; ) {
    await turn();
    const rows = await database.rows(
      `SELECT id FROM blob WHERE id > ? AND id <= ? ORDER BY id LIMIT ${MANY}`,
      ...[id, lastFound],
    );
    const ids = rows.map((row) => Number(row["id"]));
    const newest = ids.at(-1);
    if (newest === undefined) return;
    id = newest;
    const unknown = (): typeof ids => ids.filter((each) => !isKnown(each));
    if (unknown().length === 0) continue;
    await database.transaction(() => {
      for (const each of unknown()) {
        database.run("DELETE FROM chunk WHERE blob = ?", each);
        database.run("DELETE FROM blob WHERE id = ?", each);
      }
    });
  }
}
