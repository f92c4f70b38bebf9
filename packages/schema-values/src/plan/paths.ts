import { keyword, pointer } from "../source/schema.ts";
import type { ObjectPart } from "./conjunction.ts";

/** JSON Pointers of the given keywords in the parts, keyword by keyword. */
export function pathsOf(parts: readonly ObjectPart[], ...names: readonly string[]): string[] {
  return names.flatMap((name) =>
    parts
      .filter((part) => keyword(part.schema, name) !== undefined)
      .map((part) => pointer(part.pointer, name)),
  );
}
