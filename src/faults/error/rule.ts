import { plainResponse } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export type ErrorFault = {
  readonly kind: "error";
  /** Key of the error in the spec's `x-errors`. */
  readonly code: string;
};

export const errorKind: FaultKind<ErrorFault> = {
  kind: "error",
  docs: "one of the service's own errors, with the status, headers, and body from the spec.",
  traits: HIDING,
  factsOf: ({ code }) => ({ sends: { errorCode: code } }),
  phases: BOTH_PHASES,
  play: ({ code }, { ownError }) => ({
    replace: plainResponse(ownError(code)),
  }),
};
