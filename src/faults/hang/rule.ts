import { silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export const hangKind: FaultKind = {
  kind: "hang",
  docs: "nothing, until the client gives up; the connection stays open.",
  traits: HIDING,
  phases: BOTH_PHASES,
  play: () => ({ replace: silence("hang") }),
};
