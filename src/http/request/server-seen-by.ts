import type { IncomingMessage } from "node:http";
import { originOfUrl, seenUrl } from "../../core/seen-url.ts";
import type { RunningServer } from "../../engine/world.ts";
import type { Identity } from "./identify.ts";
import { originOf } from "./origin.ts";

/** A server's URLs as the client that sent a request knows them: a port may be mapped in between, or another replica may be. */
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
