import { isWrite } from "../call-subject.ts";
import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";
import { trialIf } from "../trial.ts";

export type DuplicateFault = { readonly kind: "duplicate" };

export const duplicateKind: FaultKind<DuplicateFault> = {
  kind: "duplicate",
  docs: "the service handles the request twice, as if a gateway had retried it; the client receives the second response.",
  examples: { duplicate: "duplicate: true" },
  traits: HARMLESS,
  trials: trialIf(({ use }) => isWrite(use), {
    name: "handled twice by the service",
    fault: { duplicate: true },
    group: "state",
    wire: "handled twice",
    rank: 3,
  }),
  phases: RESPONSE_ONLY,
  play: () => ({ handle: { times: 2 } }),
};
