import { silence } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Closes the connection cleanly without sending any response bytes. */
export const playEmptyReply: FaultPlay<"emptyReply"> = () => ({
  kind: "replace",
  transmission: silence("close"),
});
