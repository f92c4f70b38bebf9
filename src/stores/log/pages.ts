import { promisify } from "node:util";
import type { Turn } from "../../state/turns.ts";
import type { Database } from "../database.ts";
import type { SqlRow } from "../sqlite/sqlite.ts";

/** A table whose rows belong to sandboxes. */
export type PagedTable = {
  readonly name: "entry" | "exchange" | "trace";
  /** The column with the order of a sandbox's rows, from 1. */
  readonly order: "position" | "number";
};

const cycle = promisify(setImmediate);

/** Rows that are read, parsed, and used at once: nothing else runs for about 10 milliseconds. */
const PAGE_ROWS = 1000;

/** A page ends with the row that reaches this size, which takes about as long. */
const PAGE_BYTES = 4 * 1024 ** 2;

/** Rows of a sandbox. */
export type RowPage = {
  readonly length: number;
  /** What they contain, as JSON: `itemsOf` reads it. */
  readonly text: string;
};

/** Whose rows are read, and how. */
export type PagesToRead = {
  readonly sandboxId: number;
  /** Order of the last row to read. */
  readonly until: number;
  /** Resolves when the next page may be used: it takes a while. */
  readonly turn: Turn;
};

/**
 * The rows of a sandbox in a table, in order. While a page is used, the next one is read; other work runs between them. One JSON
 * text for many rows takes less time than one for each.
 */
export async function* pagesOf(
  database: Database,
  table: PagedTable,
  { sandboxId, until, turn }: PagesToRead,
): AsyncGenerator<RowPage> {
  const { sql, copies } = pageQuery(table);
  const read = async (after: number): Promise<SqlRow | undefined> => {
    const values = Array.from({ length: copies }, () => [sandboxId, after, until]).flat();
    const [row] = await database.rows(sql, ...values);
    return row?.["last"] == null ? undefined : row;
  };
  // SQLite responds at once.
  await turn();
  let page = await read(0);
  while (page !== undefined) {
    const next = read(Number(page["last"]));
    // The caller may stop before it is needed.
    next.catch(() => {});
    // A database's client may send the query only at the end of a cycle of the event loop, and the database works meanwhile.
    await cycle();
    await turn();
    yield { length: Number(page["length"]), text: String(page["text"]) };
    page = await next;
  }
}

/** Reads a page; `copies` is how often it needs a sandbox, the number of the row before, and that of the last row. */
function pageQuery({ name, order }: PagedTable): { sql: string; copies: number } {
  const next = `(SELECT ${order}, json FROM ${name} WHERE sandbox = ? AND ${order} > ? AND ${order} <= ? ORDER BY ${order} LIMIT ${PAGE_ROWS}) AS next`;
  const totals = `(SELECT sum(octet_length(json)) OVER (ORDER BY ${order}) AS total FROM ${next}) AS totals`;
  // Running totals of all pages would double the time, so only those of long rows are computed.
  const length = `CASE WHEN (SELECT sum(octet_length(json)) FROM ${next}) < ${PAGE_BYTES} THEN ${PAGE_ROWS}
    ELSE (SELECT count(*) + 1 FROM ${totals} WHERE total < ${PAGE_BYTES}) END`;
  const sql = `SELECT max(${order}) AS last, count(*) AS length, '[' || string_agg(json, ',' ORDER BY ${order}) || ']' AS text
    FROM (SELECT * FROM ${next} ORDER BY ${order} LIMIT ${length}) AS page`;
  return { sql, copies: 3 };
}

/** The contents of a page's rows, in order. */
export function itemsOf<Item>({ text }: RowPage): Item[] {
  return JSON.parse(text);
}
