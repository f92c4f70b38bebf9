import { invalidRequest } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import type { FieldValues } from "../core/use-case-needs.ts";

export const PAGE_FIELDS = {
  after: { type: "string", meaning: "ID of the item after which the page begins." },
  before: { type: "string", meaning: "ID of the item before which the page ends." },
  limit: { type: "number", meaning: "Maximum number of items on a page; by default, all." },
  page: { type: "number", meaning: "Number of the page, from 0, instead of an item's ID." },
} as const;

type PageFields = FieldValues<typeof PAGE_FIELDS>;

/** Meanings of the values in a view of a page, besides its items. */
export function pageValues(item: string): Readonly<Record<string, string>> {
  return {
    hasMore: `Whether there are more ${item}s in the direction of the page.`,
    firstId: `ID of the first ${item} on the page; null if it is empty.`,
    lastId: `ID of the last ${item} on the page; null if it is empty.`,
    total: `Number of ${item}s on all pages.`,
  };
}

/** Two samples of such views: a page with an item, whose ID this is, and an empty list. */
export function samplePages(id: string): readonly JsonObject[] {
  return [
    { hasMore: true, firstId: id, lastId: id, total: 4 },
    { hasMore: false, firstId: null, lastId: null, total: 0 },
  ];
}

export type ListPage<Item> = {
  readonly page: readonly Item[];
  readonly hasMore: boolean;
  readonly firstId: string | null;
  readonly lastId: string | null;
  readonly total: number;
};

/** The page that a request asks for. With `before`, it is the one that ends there. */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { after, before, limit = Number.POSITIVE_INFINITY, page: number = 0 }: PageFields,
): ListPage<Item> {
  const place = (id: string): number => {
    const found = items.findIndex((item) => idOf(item) === id);
    if (found >= 0) return found;
    const message = `Expected the ID of an item at which the list goes on, got \`${id}\`.`;
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
