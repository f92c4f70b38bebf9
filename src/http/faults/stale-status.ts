import type { FaultPlay } from "./fault-play.ts";

/** Jobs look as they did some time ago. */
export const playStaleStatus: FaultPlay<"staleStatus"> = ({ behindMs }) => ({
  kind: "handle",
  handling: { behindMs },
});
