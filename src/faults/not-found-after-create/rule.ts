import { type FaultKind, HIDING, REQUEST_ONLY } from "../fault-kind.ts";

/** Hides jobs younger than `forMs`, as if the service couldn't read its own writes yet. */
export const notFoundAfterCreateKind: FaultKind<{ readonly forMs: number }> = {
  kind: "notFoundAfterCreate",
  docs: "the operation's own error for an unknown job, until the job reaches this age.",
  traits: { ...HIDING, hidesJob: true, isSelective: true, endsOnlyWithTime: true },
  factsOf: ({ forMs }) => ({ needs: "job", jobYoungerThanMs: forMs }),
  phases: REQUEST_ONLY,
  play: () => ({ handle: { isJobHidden: true } }),
};
