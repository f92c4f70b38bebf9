import { plainResponse } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

export const errorKind: FaultKind<{ readonly code: string }> = {
  kind: "error",
  docs: "one of the service's own errors, with the status, headers, and body from the spec.",
  traits: HIDING,
  factsOf: ({ code }) => ({ sends: { errorCode: code } }),
  phases: BOTH_PHASES,
  play: ({ code }, { ownError }) => ({ replace: plainResponse(ownError(code)) }),
};
