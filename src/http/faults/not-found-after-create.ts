import type { FaultPlay } from "./fault-play.ts";

/** The job is unknown, in the words of the operation that asks for it; how long, the choice of the rule has seen to. */
export const playNotFoundAfterCreate: FaultPlay<"notFoundAfterCreate"> = () => ({
  kind: "handle",
  handling: { isJobHidden: true },
});
