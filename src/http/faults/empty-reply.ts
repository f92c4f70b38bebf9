import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** The connection is closed in good order without a byte of an answer. */
export const playEmptyReply: FaultPlay<"emptyReply"> = () => ({
  kind: "replace",
  transmission: silence("close"),
});
