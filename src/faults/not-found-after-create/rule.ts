import { type FaultKind, HIDING } from "../fault-kind.ts";

/** A job younger than `forMs` is unknown: the service can't read its own write yet. */
export type NotFoundAfterCreateFault = {
  readonly kind: "notFoundAfterCreate";
  readonly forMs: number;
};

/** The kind `notFoundAfterCreate`. */
export const notFoundAfterCreateKind: FaultKind<NotFoundAfterCreateFault> = {
  kind: "notFoundAfterCreate",
  docs: "the operation's own error for an unknown job, until the job has this age.",
  examples: {
    notFoundAfterCreate: "notFoundAfterCreate: { for: 3s }",
    "notFoundAfterCreate.for": "for: 3s",
  },
  traits: { ...HIDING, hidesJob: true, isSelective: true, endsOnlyWithTime: true },
  factsOf: ({ forMs }) => ({ jobYoungerThanMs: forMs }),
};
