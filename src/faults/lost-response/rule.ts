import { silence } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";

export const lostResponseKind: FaultKind = {
  kind: "lostResponse",
  docs: "a TCP reset instead of a response, after the service has done its work.",
  traits: HIDING,
  phases: RESPONSE_ONLY,
  play: () => ({ replace: silence("reset") }),
};
