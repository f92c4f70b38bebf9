import { ApiError } from "../core/errors.ts";
import { plainResponse, type Reply, type Transmission, toClient } from "../core/reply.ts";
import { drawsOf, type Firing } from "./fault-call.ts";
import type { FaultContext, Handling, Spoil } from "./fault-kind.ts";
import { findKind } from "./find-kind.ts";

/**
 * Applies the fault that fires on a call; undefined if it had nothing to change. `serve` makes the
 * service handle the request, and resolves with undefined if the client disconnected first.
 */
export async function playFault(
  firing: Firing,
  context: Omit<FaultContext, "phase" | "draws" | "retryAfterMs">,
  serve: (handling: Handling) => Promise<Reply | undefined>,
): Promise<Transmission | undefined> {
  const { fault, phase } = firing.rule;
  const act = findKind(fault.kind).play(fault, {
    ...context,
    phase,
    draws: (purpose) => drawsOf(firing, purpose),
    retryAfterMs: firing.retryAfterMs ?? 0,
  });
  if ("handle" in act) return toClient(await serve(act.handle));
  if ("replace" in act) {
    if (phase === "response") await serve({});
    return act.replace;
  }
  const reply = await serve({});
  return reply === undefined ? toClient(reply) : await spoiled(reply, act.spoil, context);
}

/** Damages a reply. Sends an error if the damaged file is too short for the requested part. */
async function spoiled(
  reply: Reply,
  spoil: Spoil,
  { errorReply }: Pick<FaultContext, "errorReply">,
): Promise<Transmission | undefined> {
  try {
    return await spoil(reply);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return plainResponse(errorReply(error));
  }
}
