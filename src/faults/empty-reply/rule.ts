import { silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export const emptyReplyKind: FaultKind = {
  kind: "emptyReply",
  docs: "the connection closes cleanly without a response.",
  traits: HIDING,
  phases: BOTH_PHASES,
  play: () => ({ replace: silence("close") }),
};
