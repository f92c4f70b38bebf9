import { z } from "zod";
import { keys, positiveDuration, wholeNumber } from "../values.ts";
import {
  BOTH_PHASES,
  type FaultKind,
  faultKind,
  REQUEST_ONLY,
  RESPONSE_ONLY,
} from "./fault-kind.ts";

/** One of the service's own errors, which the spec defines. */
export function errorFault(codes: readonly string[]): FaultKind {
  return faultKind({
    name: "error",
    description: "one of the service's own errors, with the status, headers, and body of the spec.",
    value: z.enum(codes),
    phases: BOTH_PHASES,
    toFault: (code) => ({ kind: "error", code }),
  });
}

/** Too many requests are refused. */
export const rateLimitFault: FaultKind = faultKind({
  name: "rateLimit",
  description:
    "once the client exceeds this limit on the sandbox's clock, the service's `rate-limited` error with `Retry-After`; the limit is also the largest burst.",
  value: keys({
    requests: wholeNumber(1).meta({ description: "Number of requests allowed per period." }),
    per: positiveDuration.meta({ description: "Length of the period." }),
  }),
  phases: REQUEST_ONLY,
  toFault: ({ requests, per }) => ({ kind: "rateLimit", requests, perMs: per }),
});

/** The service shows an older state of its jobs. */
export const staleStatusFault: FaultKind = faultKind({
  name: "staleStatus",
  description: "jobs as they were this long ago, so a state can go back.",
  value: keys({
    by: positiveDuration.meta({ description: "Age of the state that the client sees." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ by }) => ({ kind: "staleStatus", behindMs: by }),
});

/** A new job can't be read yet. */
export const notFoundAfterCreateFault: FaultKind = faultKind({
  name: "notFoundAfterCreate",
  description: "the operation's own error for an unknown job, until the job has this age.",
  value: keys({ for: positiveDuration.meta({ description: "Age from which the job is known." }) }),
  phases: REQUEST_ONLY,
  toFault: (value) => ({ kind: "notFoundAfterCreate", forMs: value.for }),
});
