import type { Request } from "express";
import type { Operation } from "../../spec/operation.ts";

/** Skips an empty query, because Express would parse it on each access. */
export function queryOf(req: Request): Request["query"] {
  return req.url.includes("?") ? req.query : {};
}

/** Other spellings of a boolean: some HTTP clients send the literals of their language. */
const SPELLINGS: Readonly<Record<string, string>> = { "1": "true", "0": "false" };

/** Accepts any case, 1, and 0 (assumption `query-booleans`). Returns whether it replaced any. */
export function normalizeQueryBooleans(req: Request, { booleanQueryNames }: Operation): boolean {
  if (booleanQueryNames.length === 0) return false;
  const query: Record<string, unknown> = { ...req.query };
  let isChanged = false;
  for (const name of booleanQueryNames) {
    const value = query[name];
    if (typeof value !== "string") continue;
    const lower = value.toLowerCase();
    const spelled = SPELLINGS[lower] ?? lower;
    if (spelled === value || (spelled !== "true" && spelled !== "false")) continue;
    query[name] = spelled;
    isChanged = true;
  }
  // Express parses the query again on each access unless the property is replaced.
  if (isChanged)
    Object.defineProperty(req, "query", { value: query, writable: true, configurable: true });
  return isChanged;
}
