import type { Exchange } from "../../core/exchange.ts";
import { isTerminal, type JobState } from "../../core/job/state.ts";
import { parseJson } from "../../core/json.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import type { Operation } from "../../spec/operation.ts";
import type { Spec } from "../../spec/spec.ts";

/** An exchange and, if its response has rows without an input, a description of these rows. */
export type Checked = Exchange & { readonly extraRows?: string };

/** Exchanges whose responses can be compared with each other. */
export type Situation = {
  readonly operation: Operation;
  /** The special circumstances of the requests; empty if there are none. */
  readonly name: string;
  /** The code of the error that the interface defines for this situation. */
  readonly error: string | undefined;
  readonly exchanges: readonly Exchange[];
};

type Known = { readonly jobs: Set<string>; readonly ended: Map<string, JobState> };
type Named = { readonly name: string; readonly error?: string };

/** Groups a trace's exchanges by situation. Omits exchanges that match no operation. */
export function situationsIn(
  exchanges: readonly Exchange[],
  spec: Spec,
): ReadonlyMap<string, Situation> {
  const known: Known = { jobs: new Set(), ended: new Map() };
  const found = new Map<string, Situation & { readonly exchanges: Exchange[] }>();
  for (const exchange of exchanges) {
    const operation = spec.operations.find((each) => each.operationId === exchange.operationId);
    if (operation === undefined || !isAt(operation, exchange)) continue;
    const { name, error } = situationOf(exchange, operation, { spec, known });
    note(exchange, operation, known);
    const key = JSON.stringify([operation.operationId, name, exchange.format]);
    const group = found.get(key) ?? { operation, name, error, exchanges: [] };
    group.exchanges.push(exchange);
    found.set(key, group);
  }
  return found;
}

/** Whether an operation has the request's method, and matches the end of the request's path. */
function isAt({ match, method }: Operation, exchange: Exchange): boolean {
  const [path = ""] = exchange.url.split("?");
  const starts = [...path].flatMap((char, index) => (char === "/" ? [index] : []));
  return (
    method === exchange.method && starts.some((start) => match(path.slice(start)) !== undefined)
  );
}

function situationOf(
  exchange: Exchange,
  operation: Operation,
  { spec, known }: { readonly spec: Spec; readonly known: Known },
): Named {
  const { jobId, request, response } = exchange;
  const { header, scheme } =
    spec.keySchemes.find((each) => each.header in request.headers) ?? spec.keyScheme;
  const key = request.headers[header];
  if (operation.isSecured && key === undefined)
    return { name: "without a key", error: "unauthenticated" };
  if (operation.isSecured && scheme !== "" && key?.startsWith(`${scheme} `) === false)
    return { name: "with a malformed key", error: "unauthenticated" };
  if (operation.use === "createJob") return createOf(exchange, operation);
  if (jobId === undefined) return { name: "" };
  // A success shows that a job exists, even if its create response couldn't be read.
  if (!known.jobs.has(jobId) && !isSuccess(response.status)) {
    const error = operation.use === "cancelJob" ? "unknown-job-on-cancel" : "unknown-job";
    return { name: "for a job that doesn't exist", error };
  }
  const hasEnded = known.ended.has(jobId);
  if (operation.use === "cancelJob")
    return { name: `for ${hasEnded ? "a job that had ended" : "an active job"}` };
  const isServed = isSuccess(response.status) || known.ended.get(jobId) === "succeeded";
  if (operation.use !== "getResults" || isServed) return { name: "" };
  return hasEnded
    ? { name: "for an unsuccessful job", error: "results-of-unsuccessful" }
    : { name: "for an active job", error: "results-not-ready" };
}

function createOf({ request }: Exchange, operation: Operation): Named {
  const body = parseJson(request.body?.text ?? "");
  const { inputs, dryRun } = operation.fieldsOf({ path: {}, query: {}, header: {}, body });
  if (operation.inputsPath !== undefined && inputs === undefined)
    return { name: "without inputs", error: "invalid-request" };
  return { name: dryRun === true ? "for a dry run" : "" };
}

function note({ jobId, jobState, response }: Exchange, { use }: Operation, known: Known): void {
  if (jobId === undefined || !isSuccess(response.status)) return;
  known.jobs.add(jobId);
  // Available results show that a job has ended even if the spec doesn't know its state's name.
  const state = use === "getResults" ? "succeeded" : (jobState ?? "queued");
  if (isTerminal(state)) known.ended.set(jobId, state);
}
