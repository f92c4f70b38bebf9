import { invalidRequest } from "../core/errors.ts";
import type { FieldsOf } from "./fields.ts";

/** The page that a request asks for; with `before`, the page that ends before that item. */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { after, before, limit = Number.POSITIVE_INFINITY, page: number = 0 }: FieldsOf<"listWebhooks">,
) {
  const place = (id: string): number => {
    const found = items.findIndex((item) => idOf(item) === id);
    if (found >= 0) return found;
    const message = `Expected the cursor to be the ID of an item in the list, got \`${id}\`.`;
    throw invalidRequest([{ path: "query", message, type: "cursor" }]);
  };
  const skipped = number === 0 ? 0 : number * limit;
  const from = after === undefined ? skipped : place(after) + 1;
  const to = before === undefined ? items.length : place(before);
  const isLast = before !== undefined;
  const page = isLast
    ? items.slice(Math.max(from, to - limit), to)
    : items.slice(from, from + limit);
  const hasMore = isLast ? to - limit > from : from + limit < to;
  const [first, last] = [page[0], page.at(-1)];
  return {
    page,
    hasMore,
    firstId: first === undefined ? null : idOf(first),
    lastId: last === undefined ? null : idOf(last),
    total: items.length,
  };
}
