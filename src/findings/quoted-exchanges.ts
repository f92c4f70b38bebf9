import type { Trace } from "../core/trace.ts";
import type { Evidence } from "./evidence.ts";
import type { QuotedExchange } from "./finding.ts";

const MAX_QUOTED = 3;

/** Maximum number of characters to quote from a URL. */
const MAX_URL_LENGTH = 160;

/** Quotes the first of these exchanges. */
export function quotedExchanges(
  { traces }: Evidence,
  ids: readonly number[],
): readonly QuotedExchange[] {
  return ids.slice(0, MAX_QUOTED).flatMap((id) => {
    const trace = traceOf(traces, id);
    if (trace === undefined) return [];
    const { method, url, status, at } = trace;
    const shown = url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}…` : url;
    return [{ id, method, url: shown, status, at }];
  });
}

/** Finds a trace by bisection: their IDs increase. */
function traceOf(traces: readonly Trace[], id: number): Trace | undefined {
  let [low, high] = [0, traces.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((traces[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return traces[low]?.id === id ? traces[low] : undefined;
}
