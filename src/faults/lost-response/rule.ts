import { type FaultKind, HIDING } from "../fault-kind.ts";

/** The service does its work, and the connection is reset before the first byte of the response. */
export type LostResponseFault = { readonly kind: "lostResponse" };

/** The kind `lostResponse`. */
export const lostResponseKind: FaultKind<LostResponseFault> = {
  kind: "lostResponse",
  docs: "a reset without a byte, although the service has done its work.",
  examples: { lostResponse: "lostResponse: true" },
  traits: HIDING,
};
