import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";

/** The client sees jobs as they were `behindMs` ago, but never before their submission. */
export const staleStatusKind: FaultKind<{ readonly behindMs: number }> = {
  kind: "staleStatus",
  docs: "job statuses that are out of date by this duration, so jobs can seem to go backward.",
  traits: { ...HARMLESS, isSelective: true, endsOnlyWithTime: true },
  factsOf: () => ({ needs: "jobs" }),
  phases: RESPONSE_ONLY,
  play: ({ behindMs }) => ({ handle: { stale: { behindMs, isSeen: false } } }),
};
