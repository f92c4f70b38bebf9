import type { FaultPlay } from "./fault-play.ts";

/** Has the operation respond that the job is unknown. The rule's conditions determine for how long. */
export const playNotFoundAfterCreate: FaultPlay<"notFoundAfterCreate"> = () => ({
  kind: "handle",
  handling: { isJobHidden: true },
});
