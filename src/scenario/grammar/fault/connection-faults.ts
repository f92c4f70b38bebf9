import { z } from "zod";
import type { ResetFault } from "../../../core/faults/fault.ts";
import { flag, keys, wholeNumber } from "../values.ts";
import { BOTH_PHASES, type FaultKind, faultKind, RESPONSE_ONLY } from "./fault-kind.ts";

const RESET_FORM = "`beforeHeaders`, `afterHeaders` or `{ afterBytes: 100 }`";

const reset: z.ZodType<ResetFault["at"]> = z.union(
  [
    z.enum(["beforeHeaders", "afterHeaders"]),
    keys({
      afterBytes: wholeNumber(0).meta({ description: "Bytes of the body that come first." }),
    }),
  ],
  { error: RESET_FORM },
);

/** The connection is reset. */
export const resetFault: FaultKind = faultKind({
  name: "reset",
  description: `the connection is reset: ${RESET_FORM}.`,
  value: reset,
  phases: (at) => (at === "beforeHeaders" ? BOTH_PHASES : RESPONSE_ONLY),
  toFault: (at) => ({ kind: "reset", at }),
});

/** The connection is closed without an answer. */
export const emptyReplyFault: FaultKind = faultKind({
  name: "emptyReply",
  description: "the connection is closed in good order without a byte of an answer.",
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({ kind: "emptyReply" }),
});

/** The work is done and the answer lost. */
export const lostResponseFault: FaultKind = faultKind({
  name: "lostResponse",
  description: "the service does its work, and the connection dies before a byte of the answer.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "lostResponse" }),
});

/** The request arrives twice. */
export const duplicateFault: FaultKind = faultKind({
  name: "duplicate",
  description:
    "the service gets the request twice, as from a gateway that tries again; the client gets the second answer.",
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({ kind: "duplicate" }),
});
