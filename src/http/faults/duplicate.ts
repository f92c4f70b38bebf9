import type { FaultPlay } from "./fault-play.ts";

/** Has the service handle the request twice; the client gets the second response. */
export const playDuplicate: FaultPlay<"duplicate"> = () => ({
  kind: "handle",
  handling: { times: 2 },
});
