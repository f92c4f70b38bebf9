import { promisify } from "node:util";
import type { Database } from "./database.ts";

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

/**
 * What a sandbox's rows contain, in order, in lists; other work runs between these. Each item starts with the row's number. One
 * JSON text for many rows takes less time than one for each.
 */
export async function* pagesOf<Item extends readonly [number, ...unknown[]]>(
  database: Database,
  { name, order, json }: PagedTable,
  sandboxId: number,
): AsyncGenerator<readonly Item[]> {
  const sql = `SELECT max(${order}) AS last, '[' || string_agg('[' || ${order} || ',' || ${json} || ']', ',') || ']' AS items
    FROM (SELECT * FROM ${name} WHERE sandbox = ? AND ${order} > ? ORDER BY ${order} LIMIT ${PAGE_ROWS}) AS page`;
  const read = async (after: number): Promise<{ last: number; items: string } | undefined> => {
    const [row] = await database.rows(sql, sandboxId, after);
    if (row?.["last"] == null) return undefined;
    return { last: Number(row["last"]), items: String(row["items"]) };
  };
  let page = await read(0);
  while (page !== undefined) {
    const next = read(page.last);
    // The caller may stop before it is needed.
    next.catch(() => {});
    // The next query is sent first: PostgreSQL reads while this process parses.
    await turn();
    const items: Item[] = JSON.parse(page.items);
    // Databases promise no order of the rows of an aggregate; they are in order already, unless that changes.
    yield items.sort(([one], [other]) => one - other);
    page = await next;
  }
}
