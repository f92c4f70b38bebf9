import type { FaultPlay } from "./fault-play.ts";

/** The service gets the request twice; the client gets the second answer. */
export const playDuplicate: FaultPlay<"duplicate"> = () => ({
  kind: "handle",
  handling: { times: 2 },
});
