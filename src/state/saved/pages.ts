import { promisify } from "node:util";
import type { Database } from "./database.ts";
import type { SqlRow } from "./sqlite.ts";

/** A table whose rows belong to sandboxes. */
export type PagedTable = {
  readonly name: "entry" | "exchange" | "trace";
  /** The column with the order of a sandbox's rows, from 1. */
  readonly order: "position" | "number";
  /** Expressions for what is read from a row: JSON values with commas in between. */
  readonly json: string;
};

const turn = promisify(setImmediate);

/** Rows that are read, parsed, and used at once: nothing else runs for about 20 milliseconds. */
const PAGE_ROWS = 2000;

/** Rows of a sandbox. */
export type RowPage = {
  readonly length: number;
  /** What they contain, as JSON: `itemsOf` reads it. */
  readonly text: string;
};

/**
 * The rows of a sandbox in a table, in order. While a page is used, the next one is read; other work runs between them. One JSON
 * text for many rows takes less time than one for each.
 */
export async function* pagesOf(
  database: Database,
  { name, order, json }: PagedTable,
  sandboxId: number,
): AsyncGenerator<RowPage> {
  const sql = `SELECT max(${order}) AS last, count(*) AS length, '[' || string_agg('[' || ${order} || ',' || ${json} || ']', ',') || ']' AS text
    FROM (SELECT * FROM ${name} WHERE sandbox = ? AND ${order} > ? ORDER BY ${order} LIMIT ${PAGE_ROWS}) AS page`;
  const read = async (after: number): Promise<SqlRow | undefined> => {
    const [row] = await database.rows(sql, sandboxId, after);
    return row?.["last"] == null ? undefined : row;
  };
  let page = await read(0);
  while (page !== undefined) {
    const next = read(Number(page["last"]));
    // The caller may stop before it is needed.
    next.catch(() => {});
    // The query is sent before the caller parses this page.
    await turn();
    yield { length: Number(page["length"]), text: String(page["text"]) };
    page = await next;
  }
}

/** The contents of a page's rows, each after the row's number. */
export function itemsOf<Item extends readonly [number, ...unknown[]]>({ text }: RowPage): Item[] {
  const items: Item[] = JSON.parse(text);
  // Databases promise no order of the rows of an aggregate; they are in order already, unless that changes.
  return items.sort(([one], [other]) => one - other);
}
