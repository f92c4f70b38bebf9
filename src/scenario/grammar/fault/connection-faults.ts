import { z } from "zod";
import type { ResetFault } from "../../../core/faults/fault.ts";
import { flag, keys, wholeNumber } from "../values.ts";
import { BOTH_PHASES, type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

const RESET_FORM = "`beforeHeaders`, `afterHeaders`, or `{ afterBytes: 100 }`";

const reset: z.ZodType<ResetFault["at"]> = z.union(
  [
    z.enum(["beforeHeaders", "afterHeaders"]),
    keys({
      afterBytes: wholeNumber(0).meta({
        description: "Number of bytes of the body that arrive before the reset.",
      }),
    }),
  ],
  { error: RESET_FORM },
);

/** The connection is reset. */
export const resetFault: FaultKind = faultKind({
  name: "reset",
  description: "a TCP reset before the headers, after them, or after this many bytes of the body.",
  value: reset,
  phases: (at) => (at === "beforeHeaders" ? BOTH_PHASES : RESPONSE_ONLY),
  toFault: (at) => ({ kind: "reset", at }),
});

/** The connection closes without a response. */
export const emptyReplyFault: FaultKind = faultKind({
  name: "emptyReply",
  description: "the connection closes cleanly without a byte of a response.",
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({ kind: "emptyReply" }),
});

/** The work is done, and the response is lost. */
export const lostResponseFault: FaultKind = faultKind({
  name: "lostResponse",
  description: "a reset without a byte, although the service has done its work.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "lostResponse" }),
});

/** The request arrives twice. */
export const duplicateFault: FaultKind = faultKind({
  name: "duplicate",
  description:
    "the service handles the request twice, as if a gateway had retried it; the client receives the second response.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "duplicate" }),
});
