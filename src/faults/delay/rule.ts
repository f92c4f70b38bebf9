import type { Distribution } from "../../core/job/profile.ts";
import { type FaultKind, SLOWING } from "../fault-kind.ts";

/** The response, or the service's work, is delayed on the sandbox's clock. */
export type DelayFault = { readonly kind: "delay"; readonly duration: Distribution };

/** The kind `delay`. */
export const delayKind: FaultKind<DelayFault> = {
  kind: "delay",
  docs: "the same response, later on the sandbox's clock; with `phase: response`, the service does its work at once.",
  examples: { delay: "delay: 5s" },
  traits: SLOWING,
  trials: () => [
    {
      name: "its response after 20 s",
      fault: { delay: "20s" },
      group: "connection",
      wire: "delay",
      rank: 3,
    },
  ],
};
