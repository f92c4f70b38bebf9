import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Resets the connection after the request took effect, instead of responding: its phase is `response`. */
export const playLostResponse: FaultPlay<"lostResponse"> = () => ({
  kind: "replace",
  transmission: silence("reset"),
});
