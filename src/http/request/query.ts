import type { Request } from "express";

/** A request's parsed query. Express parses it on each access, even if there is none. */
export function queryOf(req: Request): Request["query"] {
  return req.url.includes("?") ? req.query : {};
}
