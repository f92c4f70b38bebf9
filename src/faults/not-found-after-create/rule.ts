import { isAbout } from "../call-subject.ts";
import { type FaultKind, HIDING, REQUEST_ONLY } from "../fault-kind.ts";
import { trialIf } from "../trial.ts";

/** A job younger than `forMs` is unknown: the service can't read its own write yet. */
export type NotFoundAfterCreateFault = {
  readonly kind: "notFoundAfterCreate";
  readonly forMs: number;
};

export const notFoundAfterCreateKind: FaultKind<NotFoundAfterCreateFault> = {
  kind: "notFoundAfterCreate",
  docs: "the operation's own error for an unknown job, until the job has this age.",
  examples: {
    notFoundAfterCreate: "notFoundAfterCreate: { for: 3s }",
    "notFoundAfterCreate.for": "for: 3s",
  },
  traits: { ...HIDING, hidesJob: true, isSelective: true, endsOnlyWithTime: true },
  trials: trialIf(({ use }) => isAbout(use, "jobs") && use !== "listJobs", {
    name: "404 for a job that is younger than 3 s",
    fault: { notFoundAfterCreate: { for: "3s" } },
    group: "state",
    wire: "unknown job",
    rank: 1,
  }),
  factsOf: ({ forMs }) => ({ jobYoungerThanMs: forMs }),
  phases: REQUEST_ONLY,
  play: () => ({ handle: { isJobHidden: true } }),
};
