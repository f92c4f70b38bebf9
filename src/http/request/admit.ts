import { ApiError } from "../../core/errors.ts";
import type { Operation } from "../../spec/operation.ts";
import { admitRequest } from "../../state/rate-level.ts";
import type { Identity } from "./identify.ts";

/**
 * Admits a request. Throws an ApiError if its key is not accepted, or has sent too many requests
 * (assumption `rate-limit`).
 */
export function admit({ keyError, sandbox, spec, now }: Identity, operation: Operation): void {
  if (!operation.isSecured) return;
  if (keyError !== undefined) throw keyError;
  const limit = spec.assumptions["rate-limit"];
  if (typeof limit !== "number") return;
  const waitMs = sandbox.transact((state) => {
    const { level, waitMs: result } = admitRequest(state.rate, now, limit);
    return { events: [{ kind: "rateCounted", level }], result };
  });
  if (waitMs === 0) return;
  const seconds = sandbox.clock.retryAfterSeconds(waitMs);
  throw new ApiError(
    "rate-limited",
    `More than ${limit} requests a second with this key. Retry after ${seconds} s.`,
    { headers: { "retry-after": String(seconds) }, retryAfterMs: waitMs },
  );
}
