import { isAbout } from "../call-subject.ts";
import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";
import { trialIf } from "../trial.ts";

/** Jobs look as they did `behindMs` ago, but not as before submission: a state can go back. */
export type StaleStatusFault = { readonly kind: "staleStatus"; readonly behindMs: number };

export const staleStatusKind: FaultKind<StaleStatusFault> = {
  kind: "staleStatus",
  docs: "jobs as they were this long ago, so a state can go back.",
  examples: { staleStatus: "staleStatus: { by: 5s }", "staleStatus.by": "by: 5s" },
  traits: HARMLESS,
  trials: trialIf(({ use }) => isAbout(use, "jobs"), {
    name: "a state that is 5 s old",
    fault: { staleStatus: { by: "5s" } },
    group: "state",
    wire: "stale state",
    rank: 3,
  }),
  factsOf: () => ({ needs: "jobs" }),
  phases: RESPONSE_ONLY,
  play: ({ behindMs }) => ({ handle: { behindMs } }),
};
