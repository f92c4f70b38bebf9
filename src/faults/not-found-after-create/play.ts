import type { FaultPlay } from "../fault-play.ts";
import type { NotFoundAfterCreateFault } from "./rule.ts";

/**
 * Has the operation respond that the job is unknown. The rule's conditions determine for how long.
 */
export const playNotFoundAfterCreate: FaultPlay<NotFoundAfterCreateFault> = () => ({
  kind: "handle",
  handling: { isJobHidden: true },
});
