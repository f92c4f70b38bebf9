import { ApiError } from "../../core/errors.ts";
import type { TokenRate } from "../../core/fault-rule.ts";
import { plainResponse } from "../../core/reply.ts";
import { formatDuration } from "../../core/time.ts";
import { type FaultKind, HIDING, REQUEST_ONLY } from "../fault-kind.ts";

/** A bucket of `requests` tokens that refills in `perMs`; a call that finds it empty is refused. */
export const rateLimitKind: FaultKind<TokenRate> = {
  kind: "rateLimit",
  docs: "the service's `rate-limited` error with `Retry-After`, once a sandbox's requests exceed this limit, measured on its clock; `requests` is also the maximum burst.",
  traits: {
    ...HIDING,
    isSelective: true,
    endsOnlyWithTime: true,
    onClock: {
      scaled: "refuses only very fast clients, because its period is short in wall-clock time",
      poll: "counts only the requests between two polls, because each poll moves the clock",
    },
  },
  factsOf: ({ requests, perMs }) => ({ limit: { requests, perMs } }),
  phases: REQUEST_ONLY,
  play: ({ requests, perMs }, { retryAfterSeconds: seconds, errorReply }) => {
    const limit = `The rate limit of ${requests} ${requests === 1 ? "request" : "requests"} in ${formatDuration(perMs)} was exceeded`;
    const error = new ApiError("rate-limited", `${limit}. Retry after ${seconds} s.`, {
      headers: { "retry-after": String(seconds) },
    });
    return { replace: plainResponse(errorReply(error)) };
  },
};
