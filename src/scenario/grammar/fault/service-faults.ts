import { keys, positiveDuration, wholeNumber } from "../values.ts";
import { type FaultKind, faultKind, REQUEST_ONLY, RESPONSE_ONLY } from "./fault-kind.ts";

/** Too many requests are refused. */
export const rateLimitFault: FaultKind = faultKind({
  name: "rateLimit",
  description:
    "requests beyond a rate are refused, with `Retry-After`, on the sandbox's clock; so many at once are let through, and then as many again in each period.",
  value: keys({
    requests: wholeNumber(1).meta({ description: "How many requests a period has." }),
    per: positiveDuration.meta({ description: "How long the period is." }),
  }),
  phases: REQUEST_ONLY,
  toFault: ({ requests, per }) => ({ kind: "rateLimit", requests, perMs: per }),
});

/** Jobs look as they did some time ago. */
export const staleStatusFault: FaultKind = faultKind({
  name: "staleStatus",
  description: "jobs look as they did some time ago, so that a state can seem to go back.",
  value: keys({ by: positiveDuration.meta({ description: "How long ago." }) }),
  phases: RESPONSE_ONLY,
  toFault: ({ by }) => ({ kind: "staleStatus", behindMs: by }),
});

/** What was written can't be read yet. */
export const notFoundAfterCreateFault: FaultKind = faultKind({
  name: "notFoundAfterCreate",
  description: "a job is unknown until it has a certain age.",
  value: keys({ for: positiveDuration.meta({ description: "The age from which it is known." }) }),
  phases: REQUEST_ONLY,
  toFault: (value) => ({ kind: "notFoundAfterCreate", forMs: value.for }),
});
