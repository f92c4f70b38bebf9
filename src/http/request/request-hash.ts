import { drawBase62 } from "../../core/base62.ts";
import { rngFor } from "../../core/rng.ts";
import type { ErrorSource } from "../reply/error-reply.ts";
import type { IncomingCall } from "./incoming-call.ts";

/**
 * What the IDs of a request consist of, by seed. Empty for the simulator's own pages, and if the
 * spec gives no ID to responses.
 */
export function requestHashOf({ identity, id }: Pick<IncomingCall, "identity" | "id">): string {
  const { spec, sandbox } = identity;
  if (spec.headers === undefined || id === undefined) return "";
  return drawBase62(rngFor(sandbox.seed, "request", sandbox.name, id));
}

/** What an error response to a request needs. */
export function errorSourceOf(incoming: Pick<IncomingCall, "identity" | "id">): ErrorSource {
  return { spec: incoming.identity.spec, requestHash: requestHashOf(incoming) };
}
