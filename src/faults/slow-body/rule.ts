import { plainResponse } from "../../core/reply.ts";
import { type FaultKind, RESPONSE_ONLY, SLOWING } from "../fault-kind.ts";

export const slowBodyKind: FaultKind<{ readonly bytesPerSecond: number }> = {
  kind: "slowBody",
  docs: "the headers immediately, and then the body at this rate on the sandbox's clock.",
  traits: SLOWING,
  phases: RESPONSE_ONLY,
  play: ({ bytesPerSecond }) => ({
    spoil: (reply) => ({ ...plainResponse(reply), bytesPerSecond }),
  }),
};
