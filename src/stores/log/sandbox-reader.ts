import { promisify } from "node:util";
import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import { restoredTrace, type Trace } from "../../core/trace.ts";
import type { Turn } from "../../state/loading.ts";
import type { StateEvent } from "../../state/state-event.ts";
import { DamageError } from "../../state/stored-sandbox.ts";
import type { Database, SqlRow } from "../database.ts";
import { type EntryData, type EntrySource, readEntry } from "./read-entry.ts";

const cycle = promisify(setImmediate);

/**
 * Maximum number of rows that are read, parsed, and used at once, which blocks for about 10
 * milliseconds.
 */
const PAGE_ROWS = 1000;

/**
 * A page ends with the row that reaches this size, which takes about as long as `PAGE_ROWS` rows.
 */
const PAGE_BYTES = 4 * 1024 ** 2;

type PagedTable = "entry" | "exchange" | "trace";

type SandboxToRead = { readonly id: number; readonly name: string };

export type PagesToRead = {
  /** Number of the last row to read: this process wrote the later ones. */
  readonly until: number;
  /** Resolves when the next page may be used; using it takes a while. */
  readonly turn: Turn;
};

/**
 * Reads the sandboxes in a database. Each generator throws a SimulatorError if that fails, a
 * DamageError if it always will.
 */
export class SandboxReader {
  readonly #database: Database;
  readonly #sourceOf: (sandboxId: number) => EntrySource;

  /** `sourceOf` finds the data that a sandbox's entries refer to. */
  constructor(database: Database, sourceOf: (sandboxId: number) => EntrySource) {
    this.#database = database;
    this.#sourceOf = sourceOf;
  }

  events(sandbox: SandboxToRead, turn: Turn): AsyncGenerator<readonly StateEvent[]> {
    const source = this.#sourceOf(sandbox.id);
    const range = { until: Number.MAX_SAFE_INTEGER, turn };
    return this.#read(sandbox, "entry", range, (data: EntryData) => readEntry(data, source));
  }

  exchanges(sandbox: SandboxToRead, range: PagesToRead): AsyncGenerator<readonly Exchange[]> {
    return this.#read(sandbox, "exchange", range, (exchange: Exchange) => [exchange]);
  }

  traces(sandbox: SandboxToRead, range: PagesToRead): AsyncGenerator<readonly Trace[]> {
    return this.#read(sandbox, "trace", range, (trace: Trace) => [restoredTrace(trace)]);
  }

  async *#read<Data, Item>(
    sandbox: SandboxToRead,
    table: PagedTable,
    range: PagesToRead,
    read: (data: Data) => readonly Item[],
  ): AsyncGenerator<readonly Item[]> {
    try {
      for await (const json of this.#pages(sandbox, table, range))
        yield (JSON.parse(json) as Data[]).flatMap(read);
    } catch (cause) {
      if (cause instanceof SimulatorError) throw cause;
      throw new DamageError({ sandbox: sandbox.name, store: this.#database.name, cause });
    }
  }

  /**
   * A sandbox's rows in a table, in order, as JSON arrays: one string for many rows takes less time
   * than one for each. While a page is used, the next one is read; other work runs in between.
   */
  async *#pages(
    { id }: SandboxToRead,
    table: PagedTable,
    { until, turn }: PagesToRead,
  ): AsyncGenerator<string> {
    const sql = pageQuery(table);
    const read = async (after: number): Promise<SqlRow | undefined> => {
      const range = [id, after, until];
      const [row] = await this.#database.rows(sql, ...range, ...range, ...range);
      return row?.["last"] == null ? undefined : row;
    };
    // SQLite responds at once.
    await turn();
    let page = await read(0);
    while (page !== undefined) {
      const next = read(Number(page["last"]));
      // The caller may stop before it is needed.
      next.catch(() => {});
      // A database's client may send the query only at the end of a cycle of the event loop, and
      // the database works meanwhile.
      await cycle();
      await turn();
      yield String(page["json"]);
      page = await next;
    }
  }
}

/**
 * The statement that reads a page. Parameters: a sandbox, the number of the previous row, and the
 * number of the last row, repeated three times.
 */
function pageQuery(table: PagedTable): string {
  const order = table === "entry" ? "position" : "number";
  const next = `(SELECT ${order}, json FROM ${table} WHERE sandbox = ? AND ${order} > ? AND ${order} <= ? ORDER BY ${order} LIMIT ${PAGE_ROWS}) AS next`;
  const totals = `(SELECT sum(octet_length(json)) OVER (ORDER BY ${order}) AS total FROM ${next}) AS totals`;
  // Running totals for all pages would double the time, so only those of long rows are computed.
  const length = `CASE WHEN (SELECT sum(octet_length(json)) FROM ${next}) < ${PAGE_BYTES} THEN ${PAGE_ROWS}
    ELSE (SELECT count(*) + 1 FROM ${totals} WHERE total < ${PAGE_BYTES}) END`;
  return `SELECT max(${order}) AS last, '[' || string_agg(json, ',' ORDER BY ${order}) || ']' AS json
    FROM (SELECT * FROM ${next} ORDER BY ${order} LIMIT ${length}) AS page`;
}
