import { silence } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { EmptyReplyFault } from "./rule.ts";

/** Closes the connection cleanly without sending any response bytes. */
export const playEmptyReply: FaultPlay<EmptyReplyFault> = () => ({
  kind: "replace",
  transmission: silence("close"),
});
