import { type Distribution, drawMs } from "../../core/job/profile.ts";
import { plainResponse } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, SLOWING } from "../fault-kind.ts";

export const delayKind: FaultKind<{ readonly duration: Distribution }> = {
  kind: "delay",
  docs: "the normal response after a delay on the sandbox's clock; with `phase: response`, the service does its work before the delay, and otherwise after it.",
  traits: SLOWING,
  phases: BOTH_PHASES,
  play: ({ duration }, { phase, draws }) => {
    const delayMs = drawMs(duration, draws("delay"));
    if (phase === "request") return { handle: { delayMs } };
    return { spoil: (reply) => ({ ...plainResponse(reply), delayMs }) };
  },
};
