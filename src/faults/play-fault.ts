import { ApiError } from "../core/errors.ts";
import { plainResponse, type Reply, type Transmission, toClient } from "../core/reply.ts";
import { drawsOf, type Firing } from "./fault-call.ts";
import type { FaultContext, Handling } from "./fault-kind.ts";
import { findKind } from "./find-kind.ts";

/**
 * Applies the fault that fires on a call. Resolves with undefined if the fault had nothing to
 * change. `serve` makes the service handle the request; undefined if the client disconnected first.
 */
export async function playFault(
  firing: Firing,
  context: Omit<FaultContext, "phase" | "draws">,
  serve: (handling: Handling) => Promise<Reply | undefined>,
): Promise<Transmission | undefined> {
  const { fault, phase } = firing.rule;
  const act = findKind(fault.kind).play(fault, {
    ...context,
    phase,
    draws: (purpose) => drawsOf(firing, purpose),
  });
  if ("handle" in act) {
    const reply = await serve(act.handle);
    return reply && act.handle.stale?.isSeen === false ? undefined : toClient(reply);
  }
  if ("replace" in act) {
    if (phase === "response") await serve({});
    return act.replace;
  }
  const reply = await serve({});
  if (reply === undefined) return toClient(reply);
  try {
    return await act.spoil(reply);
  } catch (error) {
    // The damaged file may be too short for the requested part.
    if (!(error instanceof ApiError)) throw error;
    return plainResponse(context.errorReply(error));
  }
}
