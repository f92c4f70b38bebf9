import type { IncomingMessage } from "node:http";
import { originOfUrl, seenUrl } from "../../core/urls.ts";
import type { RunningServer } from "../../engine/call-context.ts";
import type { Identity } from "./identify.ts";

/** URLs as this client knows them: a port may be mapped, or a replica may be in between. */
export function serverSeenBy(
  req: IncomingMessage,
  { address }: Pick<Identity, "address">,
  server: RunningServer,
): RunningServer {
  const seen = originOf(req);
  if (seen === undefined) return server;
  const { baseUrl, deploymentUrl, controlUrl } = server;
  const own = originOfUrl(address.serves.includes("base") ? baseUrl : deploymentUrl);
  return {
    ...server,
    baseUrl: seenUrl(baseUrl, { own, seen }),
    deploymentUrl: seenUrl(deploymentUrl, { own, seen }),
    controlUrl: controlUrl && seenUrl(controlUrl, { own, seen }),
  };
}

/** A host with an optional port. Pages and URLs contain it, so no other characters are allowed. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d*)?$/i;

/** Scheme and host at which a client reached the server; undefined if no URL can contain it. */
export function originOf({ headers, socket }: IncomingMessage): string | undefined {
  if (!HOST.test(headers.host ?? "")) return undefined;
  return `${"encrypted" in socket ? "https" : "http"}://${headers.host}`;
}
