import { ApiError } from "../../core/errors.ts";
import { plainResponse } from "../../core/reply.ts";
import { formatDuration } from "../../core/time.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { RateLimitFault } from "./rule.ts";

/** Replaces the response with the service's own rate-limit error, with the time to wait. */
export const playRateLimit: FaultPlay<RateLimitFault> = ({ requests, perMs }, context) => {
  const { retryAfterMs } = context;
  const seconds = context.retryAfterSeconds(retryAfterMs);
  const limit = `${requests} ${requests === 1 ? "request" : "requests"} in ${formatDuration(perMs)}`;
  const error = new ApiError("rate-limited", `More than ${limit}. Retry after ${seconds} s.`, {
    headers: { "retry-after": String(seconds) },
    retryAfterMs,
  });
  return { kind: "replace", transmission: plainResponse(context.errorReply(error)) };
};
