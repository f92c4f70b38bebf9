import { sending } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** The body comes slowly. */
export const playSlowBody: FaultPlay<"slowBody"> = ({ bytesPerSecond }) => ({
  kind: "spoil",
  spoil: (reply) => ({ ...sending(reply), bytesPerSecond }),
});
