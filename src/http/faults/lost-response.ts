import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** The connection is reset instead of the answer to what was done: its phase is `response`. */
export const playLostResponse: FaultPlay<"lostResponse"> = () => ({
  kind: "replace",
  transmission: silence("reset"),
});
