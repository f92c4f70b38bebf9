import { drawMs } from "../../core/job/profile.ts";
import { plainResponse } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { DelayFault } from "./rule.ts";

/** Delays the request or, in phase `response`, the response. */
export const playDelay: FaultPlay<DelayFault> = ({ duration }, { phase, draws }) => {
  const delayMs = drawMs(duration, draws("delay"));
  if (phase === "request") return { kind: "handle", handling: { delayMs } };
  return { kind: "spoil", spoil: (reply) => ({ ...plainResponse(reply), delayMs }) };
};
