import type { IncomingMessage } from "node:http";

/** A name or address, and maybe a port: pages and URLs contain it, so it must not have any other characters. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d*)?$/i;

/** Scheme and host at which a client reached the server; undefined if the request names no host that URLs can contain. */
export function originOf({ headers, socket }: IncomingMessage): string | undefined {
  if (!HOST.test(headers.host ?? "")) return undefined;
  return `${"encrypted" in socket ? "https" : "http"}://${headers.host}`;
}
