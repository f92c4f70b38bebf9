import { silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export type EmptyReplyFault = { readonly kind: "emptyReply" };

export const emptyReplyKind: FaultKind<EmptyReplyFault> = {
  kind: "emptyReply",
  docs: "the connection closes cleanly without a byte of a response.",
  examples: { emptyReply: "emptyReply: true" },
  traits: HIDING,
  trials: () => [
    {
      name: "a closed connection instead of a response",
      fault: { emptyReply: true },
      group: "connection",
      wire: "closed before a byte",
      isTemporary: true,
      rank: 2,
    },
  ],
  phases: BOTH_PHASES,
  play: () => ({ replace: silence("close") }),
};
