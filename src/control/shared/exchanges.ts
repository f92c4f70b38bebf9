import type { Exchange } from "../../core/exchange.ts";
import type { Instant } from "../../core/time.ts";
import type { ExchangeSummary } from "../reports.ts";

export function exchangeSummary(exchange: Exchange): ExchangeSummary {
  const { request, response, problems, rules: _, ...others } = exchange;
  const retryAfterMs = retryAfterMsOf(response.headers, exchange.at);
  return {
    ...others,
    status: response.status,
    requestBytes: request.body?.byteLength ?? 0,
    responseBytes: response.body?.byteLength ?? 0,
    problems: problems.length,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Milliseconds that a response's Retry-After (RFC 9110, 10.2.3) asks the client to wait: a number
 * of seconds, or a date on the sandbox's clock. Undefined if the header is missing or invalid.
 */
export function retryAfterMsOf(
  headers: Readonly<Record<string, string>>,
  now: Instant,
): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
