/** Maximum nesting of objects and arrays, so that no recursion over a body overflows the stack. */
export const MAX_JSON_DEPTH = 1000;

/** Whether parsed JSON is nested more than 1,000 levels deep, found without recursion. */
export function isTooDeep(root: unknown): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
