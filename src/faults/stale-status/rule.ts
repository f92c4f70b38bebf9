import { type FaultKind, HARMLESS } from "../fault-kind.ts";
import { trialsAbout } from "../trial.ts";

/**
 * Jobs look as they did `behindMs` ago, but never as before their submission, so a state can seem
 * to go back.
 */
export type StaleStatusFault = { readonly kind: "staleStatus"; readonly behindMs: number };

/** The kind `staleStatus`. */
export const staleStatusKind: FaultKind<StaleStatusFault> = {
  kind: "staleStatus",
  docs: "jobs as they were this long ago, so a state can go back.",
  examples: { staleStatus: "staleStatus: { by: 5s }", "staleStatus.by": "by: 5s" },
  traits: HARMLESS,
  trials: trialsAbout("jobs", [
    {
      name: "a state that is 5 s old",
      fault: { staleStatus: { by: "5s" } },
      group: "state",
      wire: "stale state",
      rank: 3,
    },
  ]),
  factsOf: () => ({ needs: "jobs" }),
};
