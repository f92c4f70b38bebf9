import { silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export const hangKind: FaultKind = {
  kind: "hang",
  docs: "no response; the connection stays open until the client closes it.",
  traits: HIDING,
  phases: BOTH_PHASES,
  play: () => ({ replace: silence("hang") }),
};
