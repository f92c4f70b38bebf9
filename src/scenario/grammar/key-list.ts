import { listed } from "../../core/nearest.ts";

/** Names as `` `a` and `b` `` or as `` `a`, `b`, and `c` ``. */
export function keyList(names: readonly string[]): string {
  return listed(names).replace(/, (?=[^,]+$)/, names.length === 2 ? " and " : ", and ");
}
