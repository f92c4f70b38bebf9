import type { JsonValue } from "../../core/json.ts";
import { jsonReply, plainResponse, type Reply } from "../../core/reply.ts";
import { BOTH_PHASES, type FaultKind, HIDING } from "../fault-kind.ts";
import type { Trial } from "../trial.ts";

export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as is, any other value as JSON; the body is empty if undefined. */
  readonly body?: JsonValue;
};

/** A trial with a status and an optional Retry-After in seconds. */
function trialOf(
  status: number,
  {
    retryAfter,
    ...others
  }: Pick<Trial, "group" | "rank" | "isTemporary"> & { readonly retryAfter?: number },
): Trial {
  const name = retryAfter === undefined ? `${status}` : `${status} with Retry-After`;
  const headers = retryAfter === undefined ? {} : { headers: { "Retry-After": retryAfter } };
  return { name, fault: { status, ...headers }, wire: name, ...others };
}

const OUTAGE = { group: "outage", isTemporary: true } as const;

/** The statuses that clients treat differently, besides those of the service's own errors. */
const TRIED_STATUSES: readonly Trial[] = [
  trialOf(503, { ...OUTAGE, rank: 1 }),
  trialOf(429, { ...OUTAGE, group: "refusal", retryAfter: 1, rank: 1 }),
  trialOf(429, { ...OUTAGE, group: "refusal", rank: 2 }),
  trialOf(500, { ...OUTAGE, rank: 2 }),
  {
    name: "502 with an HTML page",
    fault: {
      status: 502,
      headers: { "Content-Type": "text/html" },
      body: "<html><body><h1>502 Bad Gateway</h1></body></html>",
    },
    wire: "502",
    ...OUTAGE,
    rank: 1,
  },
  trialOf(504, { ...OUTAGE, rank: 2 }),
  trialOf(503, { ...OUTAGE, retryAfter: 1, rank: 3 }),
  trialOf(408, { ...OUTAGE, rank: 3 }),
  trialOf(409, { group: "refusal", rank: 3 }),
  trialOf(425, { ...OUTAGE, group: "refusal", rank: 3 }),
];

export const statusKind: FaultKind<StatusFault> = {
  kind: "status",
  docs: "this HTTP status instead of the service's response.",
  examples: {
    status: "status: 503",
    headers: "headers: { Retry-After: 10 }",
    body: "body: { detail: Service unavailable. }",
  },
  traits: HIDING,
  trials: () => TRIED_STATUSES,
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
