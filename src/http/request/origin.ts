import type { IncomingMessage } from "node:http";

/** Scheme and host at which a client reached the server; undefined if the request names no host. */
export function originOf({ headers, socket }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return undefined;
  return `${"encrypted" in socket ? "https" : "http"}://${headers.host}`;
}
