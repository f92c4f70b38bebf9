import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";

/**
 * Jobs look as they did `behindMs` ago, but never as before their submission, so a state can go
 * back.
 */
export type StaleStatusFault = { readonly kind: "staleStatus"; readonly behindMs: number };

export const staleStatusKind: FaultKind<StaleStatusFault> = {
  kind: "staleStatus",
  docs: "jobs as they were this long ago, so a state can go back.",
  traits: HARMLESS,
  factsOf: () => ({ needs: "jobs" }),
  phases: RESPONSE_ONLY,
  play: ({ behindMs }) => ({ handle: { behindMs } }),
};
