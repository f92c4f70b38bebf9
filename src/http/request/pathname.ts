import type { IncomingMessage } from "node:http";

/** A request's path, without its query. */
export function pathnameOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
