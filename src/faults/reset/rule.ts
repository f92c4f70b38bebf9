import { isStream, plainResponse, silence } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";

/** A reset occurs before the response's head, after it, or after this many bytes of the body. */
type ResetPoint = "beforeHeaders" | "afterHeaders" | { readonly afterBytes: number };

export const resetKind: FaultKind<{ readonly at: ResetPoint }> = {
  kind: "reset",
  docs: "a TCP reset before the headers, after them, or partway through the body.",
  traits: { ...HIDING, bodyDamage: "cut off", isBodyCorrect: true },
  factsOf: ({ at }) => ({ isSelective: at !== "beforeHeaders" }),
  phases: (at) => (at === "beforeHeaders" ? BOTH_PHASES : RESPONSE_ONLY),
  play: ({ at }) => {
    if (at === "beforeHeaders") return { replace: silence("reset") };
    const afterBytes = at === "afterHeaders" ? 0 : at.afterBytes;
    return {
      spoil: (reply) => {
        const length = isStream(reply.body) ? reply.byteLength : Buffer.byteLength(reply.body);
        if (length !== undefined && length <= afterBytes) return undefined;
        return { ...plainResponse(reply), cut: { afterBytes, by: "reset" } };
      },
    };
  },
};
