import { silence } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { LostResponseFault } from "./rule.ts";

/**
 * Resets the connection after the request took effect, instead of responding: its phase is
 * `response`.
 */
export const playLostResponse: FaultPlay<LostResponseFault> = () => ({
  kind: "replace",
  transmission: silence("reset"),
});
