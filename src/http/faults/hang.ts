import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** No answer ever; the connection stays open. */
export const playHang: FaultPlay<"hang"> = () => ({
  kind: "replace",
  transmission: silence("hang"),
});
