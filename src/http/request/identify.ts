import type { IncomingMessage } from "node:http";
import { MADE_KEY_PREFIX, SANDBOX_IS_GONE } from "../../core/api-key.ts";
import { ApiError } from "../../core/errors.ts";
import { originOfUrl, seenUrl } from "../../core/urls.ts";
import type { RunningServer } from "../../engine/call-context.ts";
import type { Spec } from "../../spec/spec.ts";
import type { ExchangeParts } from "../keep-exchange.ts";
import { type KeyReading, readingOf } from "./key.ts";
import { type Address, findRoute, isOwnPage, pathnameOf, pathParamsOf } from "./route.ts";

/** The sandbox, the instant, and the operation (or error) that a request is served with. */
export type Identity = Readonly<ReturnType<typeof identify>>;

/** Identifies a request. The URL's signer or the key selects a sandbox instead of the default. */
export function identify(
  req: IncomingMessage,
  address: Address,
  { sandboxes, specOf }: Pick<ExchangeParts, "sandboxes" | "specOf">,
) {
  const ownSpec = specOf(sandboxes.default);
  const reading = readingOf(req, ownSpec);
  const named = reading.kind === "key" ? sandboxes.forKey(reading.key) : undefined;
  const signer = signerOf(ownSpec, address, req.url ?? "");
  const sandbox = (signer === undefined ? named : sandboxes.named(signer)) ?? sandboxes.default;
  const spec = specOf(sandbox);
  const pathname = pathnameOf(req);
  const route = findRoute(spec, address, { method: req.method ?? "", pathname });
  return {
    sandbox,
    scenario: sandbox.state.scenario,
    spec,
    address,
    now: sandbox.clock.now(),
    route,
    // The simulator's own pages are neither recorded nor faulted.
    isForOwnPage:
      route instanceof ApiError
        ? route.code === "method-not-allowed" && isOwnPage(spec, pathname)
        : route.operation.server === "origin",
    keyError: keyErrorOf(reading, named !== undefined),
  };
}

function keyErrorOf(reading: KeyReading, isKnown: boolean): ApiError | undefined {
  if (reading.kind === "malformed") return new ApiError("unauthenticated", reading.detail);
  if (isKnown) return undefined;
  const isMade = reading.key.startsWith(MADE_KEY_PREFIX);
  return new ApiError("forbidden", `The API key is unknown.${isMade ? ` ${SANDBOX_IS_GONE}` : ""}`);
}

/** Name of the sandbox that signed a URL; undefined for a URL that needs no signature. */
function signerOf(spec: Spec, address: Address, url: string): string | undefined {
  if (spec.signedOperations.length === 0) return undefined;
  const [pathname = "", search = ""] = url.split("?");
  for (const operation of spec.signedOperations) {
    const path = pathParamsOf(operation, address, pathname);
    if (path === undefined) continue;
    const query = Object.fromEntries(new URLSearchParams(search));
    return String(operation.sandboxOf?.({ path, query, header: {}, body: undefined }));
  }
  return undefined;
}

/** The server's URLs as this client sees them: ports may be mapped, or requests forwarded. */
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

/** A host with an optional port. Strict, because the value is inserted in pages and URLs. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d*)?$/i;

/** Scheme and host at which a client reached the server; undefined if the host is invalid. */
export function originOf({ headers, socket }: IncomingMessage): string | undefined {
  if (!HOST.test(headers.host ?? "")) return undefined;
  return `${"encrypted" in socket ? "https" : "http"}://${headers.host}`;
}
