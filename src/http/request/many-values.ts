/**
 * Reporting thousands of problems takes too long, so only the first problem of a larger body is
 * reported.
 */
const MOST_VALUES = 2000;

/** Whether reporting a problem with each of a body's values would delay other requests. */
export function hasManyValues(body: unknown): boolean {
  const open = [body];
  for (let count = 1, value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const items: readonly unknown[] = Object.values(value);
    count += items.length;
    if (count > MOST_VALUES) return true;
    for (const item of items) open.push(item);
  }
  return false;
}
