import { silence } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { HangFault } from "./rule.ts";

/** Never responds; the connection stays open. */
export const playHang: FaultPlay<HangFault> = () => ({
  kind: "replace",
  transmission: silence("hang"),
});
