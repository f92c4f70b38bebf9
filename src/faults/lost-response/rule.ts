import { silence } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";
import { wireAfterWork } from "../trial.ts";

export type LostResponseFault = { readonly kind: "lostResponse" };

export const lostResponseKind: FaultKind<LostResponseFault> = {
  kind: "lostResponse",
  docs: "a reset without a byte, although the service has done its work.",
  examples: { lostResponse: "lostResponse: true" },
  traits: HIDING,
  trials: (call) => [
    {
      name: "a reset after the service has done its work",
      fault: { lostResponse: true },
      group: "connection",
      wire: wireAfterWork(call, "reset before a byte"),
      isTemporary: true,
      rank: 1,
    },
  ],
  phases: RESPONSE_ONLY,
  play: () => ({ replace: silence("reset") }),
};
