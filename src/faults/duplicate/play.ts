import type { FaultPlay } from "../fault-play.ts";
import type { DuplicateFault } from "./rule.ts";

/** Has the service handle the request twice; the client gets the second response. */
export const playDuplicate: FaultPlay<DuplicateFault> = () => ({
  kind: "handle",
  handling: { times: 2 },
});
