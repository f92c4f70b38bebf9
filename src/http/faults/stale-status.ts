import type { FaultPlay } from "./fault-play.ts";

/** Shows jobs as they were some time ago. */
export const playStaleStatus: FaultPlay<"staleStatus"> = ({ behindMs }) => ({
  kind: "handle",
  handling: { behindMs },
});
