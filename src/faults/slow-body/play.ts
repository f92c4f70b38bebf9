import { plainResponse } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { SlowBodyFault } from "./rule.ts";

/** Limits the rate at which the body is sent. */
export const playSlowBody: FaultPlay<SlowBodyFault> = ({ bytesPerSecond }) => ({
  kind: "spoil",
  spoil: (reply) => ({ ...plainResponse(reply), bytesPerSecond }),
});
