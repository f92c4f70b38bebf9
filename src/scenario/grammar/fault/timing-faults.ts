import { distribution } from "../distribution.ts";
import { flag, keys, positiveNumber } from "../values.ts";
import { BOTH_PHASES, type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

/** The answer, or the work, comes later. */
export const delayFault: FaultKind = faultKind({
  name: "delay",
  description:
    "everything comes so much later, on the sandbox's clock; with `phase: response`, the work is done at once and the answer comes later.",
  value: distribution,
  phases: BOTH_PHASES,
  toFault: (duration) => ({ kind: "delay", duration }),
});

/** No answer ever. */
export const hangFault: FaultKind = faultKind({
  name: "hang",
  description: "no answer ever comes, and the connection stays open.",
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({ kind: "hang" }),
});

/** The body comes slowly. */
export const slowBodyFault: FaultKind = faultKind({
  name: "slowBody",
  description: "the body of the answer comes slowly.",
  value: keys({
    bytesPerSecond: positiveNumber.meta({ description: "Bytes a second, on the sandbox's clock." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ bytesPerSecond }) => ({ kind: "slowBody", bytesPerSecond }),
});
