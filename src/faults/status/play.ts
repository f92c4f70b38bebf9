import { jsonReply, plainResponse, type Reply } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { StatusFault } from "./rule.ts";

/** Replaces the service's response: a string is sent unchanged, anything else as JSON. */
export const playStatus: FaultPlay<StatusFault> = (fault) => ({
  kind: "replace",
  transmission: plainResponse(replyOf(fault)),
});

function replyOf({ status, headers: given, body }: StatusFault): Reply {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined) return { status, headers, body: "" };
  if (typeof body !== "string") return jsonReply(status, body, headers);
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}
