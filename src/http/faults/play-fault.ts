import type { Fault } from "../../core/faults/fault.ts";
import { drawsOf, type Firing } from "../../core/faults/firing.ts";
import type { Reply } from "../reply/reply.ts";
import { sending, silence, type Transmission } from "../reply/transmission.ts";
import type { FaultAct, FaultPlay, Handling, Scene } from "./fault-play.ts";
import { FAULT_PLAYS } from "./fault-plays.ts";

/** What a fault made of a call; it may have left the answer as it was. */
export type Played = { readonly transmission: Transmission; readonly isShaped: boolean };

/** Plays the fault that fires on a call. `serve` has the service handle the request; undefined: the client went away before. */
export async function playFault(
  firing: Firing,
  stage: Omit<Scene, "phase" | "draws" | "retryAfterMs">,
  serve: (handling: Handling) => Promise<Reply | undefined>,
): Promise<Played> {
  const act = actOf(firing, stage);
  switch (act.kind) {
    case "replace":
      if (firing.rule.phase === "response") await serve({});
      return { transmission: act.transmission, isShaped: true };
    case "handle":
      return { transmission: toClient(await serve(act.handling)), isShaped: true };
    case "spoil": {
      const reply = await serve({});
      if (reply === undefined) return { transmission: toClient(reply), isShaped: true };
      const spoilt = await act.spoil(reply);
      return { transmission: spoilt ?? toClient(reply), isShaped: spoilt !== undefined };
    }
  }
}

function toClient(reply: Reply | undefined): Transmission {
  return reply === undefined ? silence("hang") : sending(reply);
}

function actOf(firing: Firing, stage: Omit<Scene, "phase" | "draws" | "retryAfterMs">): FaultAct {
  const { fault, phase } = firing.rule;
  // The table has a play for each kind; that the two belong together is more than the compiler can see.
  const play = FAULT_PLAYS[fault.kind] as FaultPlay<Fault["kind"]>;
  return play(fault, {
    ...stage,
    phase,
    draws: (purpose) => drawsOf(firing, purpose),
    retryAfterMs: firing.retryAfterMs ?? 0,
  });
}
