import { type FaultKind, HARMLESS, RESPONSE_ONLY } from "../fault-kind.ts";

export const duplicateKind: FaultKind = {
  kind: "duplicate",
  docs: "the service handles the request twice, as if a gateway had retried it; the client receives the second response.",
  traits: HARMLESS,
  phases: RESPONSE_ONLY,
  play: () => ({ handle: { times: 2 } }),
};
