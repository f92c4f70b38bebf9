import { type FaultKind, HIDING, REQUEST_ONLY } from "../fault-kind.ts";

/** A job younger than `forMs` is unknown: the service can't read its own write yet. */
export const notFoundAfterCreateKind: FaultKind<{ readonly forMs: number }> = {
  kind: "notFoundAfterCreate",
  docs: "the operation's own error for an unknown job, until the job reaches this age.",
  traits: { ...HIDING, hidesJob: true, isSelective: true, endsOnlyWithTime: true },
  factsOf: ({ forMs }) => ({ needs: "job", jobYoungerThanMs: forMs }),
  phases: REQUEST_ONLY,
  play: () => ({ handle: { isJobHidden: true } }),
};
