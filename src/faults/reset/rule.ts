import { plainResponse, silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";
import { hasLongBody } from "../trial.ts";

export type ResetFault = {
  readonly kind: "reset";
  /** Before the response's head, after it, or after this number of bytes of the body. */
  readonly at: "beforeHeaders" | "afterHeaders" | { readonly afterBytes: number };
};

export const resetKind: FaultKind<ResetFault> = {
  kind: "reset",
  docs: "a TCP reset before the headers, after them, or after this many bytes of the body.",
  examples: { reset: "reset: beforeHeaders", "reset.afterBytes": "reset: { afterBytes: 100 }" },
  traits: { ...HIDING, bodyDamage: "cut off", isBodyCorrect: true },
  trials: (call) => [
    {
      name: "a reset before the service does its work",
      fault: { reset: "beforeHeaders" },
      group: "connection",
      wire: "reset before a byte",
      isTemporary: true,
      rank: 1,
    },
    ...(!hasLongBody(call)
      ? []
      : [
          {
            name: "a reset within the body",
            fault: { reset: { afterBytes: 10 } },
            group: "body",
            wire: "reset within the body",
            isDamage: true,
            rank: 2,
          } as const,
        ]),
  ],
  phases: (at) => (at === "beforeHeaders" ? BOTH_PHASES : RESPONSE_ONLY),
  play: ({ at }) => {
    if (at === "beforeHeaders") return { replace: silence("reset") };
    const afterBytes = at === "afterHeaders" ? 0 : at.afterBytes;
    return {
      spoil: (reply) => ({ ...plainResponse(reply), cut: { afterBytes, by: "reset" } }),
    };
  },
};
