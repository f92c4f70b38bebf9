import { invalidRequest } from "../core/errors.ts";
import type { Call } from "./call-context.ts";
import type { FieldsOf } from "./fields.ts";

/** Returns the requested page or the page that ends before the item whose ID is `before`. */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { fields, wireName }: Pick<Call<FieldsOf<"listWebhooks">>, "fields" | "wireName">,
) {
  const { after, before, limit = Number.POSITIVE_INFINITY, page: number = 0 } = fields;
  const place = (id: string, field: string): number => {
    const found = items.findIndex((item) => idOf(item) === id);
    if (found >= 0) return found;
    const name = wireName(field);
    const message = `Expected \`${name}\` to be the ID of an item in the list, got \`${id}\`.`;
    throw invalidRequest([{ path: `query.${name}`, message, type: "cursor" }]);
  };
  const skipped = number === 0 ? 0 : number * limit;
  const from = after === undefined ? skipped : place(after, "after") + 1;
  const to = before === undefined ? items.length : place(before, "before");
  const start = before === undefined ? from : Math.max(from, to - limit);
  const page = items.slice(start, Math.min(start + limit, to));
  const ids = page.map(idOf);
  return {
    page,
    hasMore: to - from > limit,
    firstId: ids[0] ?? null,
    lastId: ids.at(-1) ?? null,
    total: items.length,
  };
}
