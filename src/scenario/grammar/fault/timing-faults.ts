import { distribution } from "../distribution-grammar.ts";
import { flag, keys, positiveNumber } from "../values.ts";
import { BOTH_PHASES, type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

/** The response, or the service's work, is delayed. */
export const delayFault: FaultKind = faultKind({
  name: "delay",
  description:
    "the same response, later on the sandbox's clock; with `phase: response`, the service does its work at once.",
  value: distribution,
  phases: BOTH_PHASES,
  toFault: (duration) => ({ kind: "delay", duration }),
});

/** No response at all. */
export const hangFault: FaultKind = faultKind({
  name: "hang",
  description: "nothing, until the client gives up; the connection stays open.",
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({ kind: "hang" }),
});

/** The body arrives slowly. */
export const slowBodyFault: FaultKind = faultKind({
  name: "slowBody",
  description: "the headers at once, and the body at this rate on the sandbox's clock.",
  value: keys({
    bytesPerSecond: positiveNumber.meta({
      description: "Bytes per second on the sandbox's clock.",
    }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ bytesPerSecond }) => ({ kind: "slowBody", bytesPerSecond }),
});
