import type { FaultPlay } from "../fault-play.ts";
import type { StaleStatusFault } from "./rule.ts";

/** Shows jobs as they were some time ago. */
export const playStaleStatus: FaultPlay<StaleStatusFault> = ({ behindMs }) => ({
  kind: "handle",
  handling: { behindMs },
});
