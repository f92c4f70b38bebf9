import type { Exchange } from "./exchange.ts";
import type { JobState } from "./job/state.ts";
import type { OperationId } from "./scenario-input.ts";

/** Selects the exchanges that meet every given condition. */
export type JournalFilter = {
  /** ID of the exchange. */
  readonly id?: number;
  /** Operation ID, such as `createJob`. */
  readonly operation?: OperationId | (string & {});
  /** ID of the job that the exchange is about. */
  readonly jobId?: string;
  /** The job's state: as reported to the client, or its actual one. */
  readonly jobState?: JobState;
  /** Case-insensitive. */
  readonly method?: string;
  /** Part of the request's path and query. */
  readonly url?: string;
  /** Status of the response. */
  readonly status?: number;
  /** Name of the fault rule that shaped the response. */
  readonly fault?: string;
  /** Whether a fault shaped the response. */
  readonly faulted?: boolean;
  /** Whether something was wrong with the request. */
  readonly problems?: boolean;
  /** Whether no operation matches the request's method and path. */
  readonly unmatched?: boolean;
  /** Only exchanges with a greater ID. */
  readonly after?: number;
};

/** Whether an exchange meets every condition of a filter. */
export function meetsFilter(exchange: Exchange, filter: JournalFilter): boolean {
  return meetsRequest(exchange, filter) && meetsOutcome(exchange, filter);
}

function meetsRequest(exchange: Exchange, filter: JournalFilter): boolean {
  const { id, operation, jobId, method, url, unmatched, after } = filter;
  return (
    isSame(id, exchange.id) &&
    isSame(operation, exchange.operationId) &&
    isSame(jobId, exchange.jobId) &&
    isSame(method?.toUpperCase(), exchange.method) &&
    (url === undefined || exchange.url.includes(url)) &&
    isSame(unmatched, exchange.operationId === undefined) &&
    (after === undefined || exchange.id > after)
  );
}

function meetsOutcome(exchange: Exchange, filter: JournalFilter): boolean {
  const { jobState, status, fault, faulted, problems } = filter;
  return (
    isSame(jobState, exchange.jobState) &&
    isSame(status, exchange.response.status) &&
    isSame(fault, exchange.fault) &&
    isSame(faulted, exchange.fault !== undefined) &&
    isSame(problems, exchange.problems.length > 0)
  );
}

/** Whether a recorded body contains a string, in any case. */
export function hasText({ request, response }: Exchange, text: string): boolean {
  const wanted = text.toLowerCase();
  return [request.body, response.body].some((body) =>
    [body?.text, ...(body?.rows ?? []).flat()].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function isSame<Value>(wanted: Value | undefined, found: Value | undefined): boolean {
  return wanted === undefined || wanted === found;
}
