import { plainResponse } from "../../core/reply.ts";
import { isAbout } from "../call-subject.ts";
import { type FaultKind, RESPONSE_ONLY, SLOWING } from "../fault-kind.ts";
import { trialIf } from "../trial.ts";

export type SlowBodyFault = { readonly kind: "slowBody"; readonly bytesPerSecond: number };

export const slowBodyKind: FaultKind<SlowBodyFault> = {
  kind: "slowBody",
  docs: "the headers at once, and the body at this rate on the sandbox's clock.",
  examples: {
    slowBody: "slowBody: { bytesPerSecond: 500 }",
    "slowBody.bytesPerSecond": "bytesPerSecond: 500",
  },
  traits: SLOWING,
  trials: trialIf(({ use }) => isAbout(use, "file"), {
    name: "a body at 500 bytes per second",
    fault: { slowBody: { bytesPerSecond: 500 } },
    group: "connection",
    wire: "slow body",
    rank: 3,
  }),
  phases: RESPONSE_ONLY,
  play: ({ bytesPerSecond }) => ({
    spoil: (reply) => ({ ...plainResponse(reply), bytesPerSecond }),
  }),
};
