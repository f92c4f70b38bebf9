import { plainResponse } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Limits the rate at which the body is sent. */
export const playSlowBody: FaultPlay<"slowBody"> = ({ bytesPerSecond }) => ({
  kind: "spoil",
  spoil: (reply) => ({ ...plainResponse(reply), bytesPerSecond }),
});
