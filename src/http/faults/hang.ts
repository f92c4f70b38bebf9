import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Never responds; the connection stays open. */
export const playHang: FaultPlay<"hang"> = () => ({
  kind: "replace",
  transmission: silence("hang"),
});
