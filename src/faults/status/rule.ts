import type { JsonValue } from "../../core/json.ts";
import { jsonReply, plainResponse, type Reply } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";

type StatusFault = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The response's body: a string is sent as is, any other value as JSON. Empty if undefined. */
  readonly body?: JsonValue;
};

export const statusKind: FaultKind<StatusFault> = {
  kind: "status",
  docs: "this HTTP status instead of the service's response.",
  traits: { ...HIDING, bodyDamage: "replaced with another response" },
  factsOf: ({ status, headers }) => ({ sends: { status }, headers }),
  phases: BOTH_PHASES,
  play: (fault) => ({ replace: plainResponse(replyOf(fault)) }),
};

function replyOf({ status, headers: given, body }: StatusFault): Reply {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined) return { status, headers, body: "" };
  if (typeof body !== "string") return jsonReply(status, body, headers);
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}
