import { drawMs } from "../../core/distribution.ts";
import { sending } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** The service gets the request so much later, or, in phase `response`, the client the answer. */
export const playDelay: FaultPlay<"delay"> = ({ duration }, { phase, draws }) => {
  const delayMs = drawMs(duration, draws("delay"));
  if (phase === "request") return { kind: "handle", handling: { delayMs } };
  return { kind: "spoil", spoil: (reply) => ({ ...sending(reply), delayMs }) };
};
