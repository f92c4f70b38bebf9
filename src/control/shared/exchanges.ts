import type { Exchange } from "../../core/exchange.ts";
import type { ExchangeSummary } from "../reports.ts";
import { retryAfterMsOf } from "./retry-after.ts";

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
