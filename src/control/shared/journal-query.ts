import { SimulatorError } from "../../core/errors.ts";
import { type Exchange, meetsFilter } from "../../core/exchange.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import { loaded } from "../../state/loading.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { JournalQuery } from "../arguments.ts";
import type { VerbScope } from "../host.ts";
import type { GrammarKit } from "../verb.ts";
import { requireJob } from "./job-report.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Matching exchanges, oldest first. Throws a SimulatorError for an unknown operation or method. */
export function exchangesMatching(
  { host, sandbox }: Pick<VerbScope, "host" | "sandbox">,
  query: JournalQuery,
): readonly Exchange[] {
  // Rejects an unknown operation or method, because no exchange could ever match it.
  const ids = host.specOf(sandbox).operations.map(({ operationId }) => operationId);
  requireOneOf("operation", "the ID of an operation in the spec", query.operation, ids);
  requireOneOf("method", "an HTTP method", query.method?.toUpperCase(), METHODS);
  return sandbox.journal.all().filter((exchange) => meetsFilter(exchange, query));
}

/** Finds recorded exchanges. Rejects if none match and the query's job or rule doesn't exist. */
export async function pastExchanges(
  scope: VerbScope,
  query: JournalQuery,
): Promise<readonly Exchange[]> {
  const sandbox = await sandboxQueried(scope, query);
  const found = exchangesMatching({ ...scope, sandbox }, query);
  if (found.length === 0) requireKnownSubjects(sandbox, query);
  return found;
}

export async function sandboxQueried(
  { host, sandbox }: VerbScope,
  { keyless }: JournalQuery,
): Promise<Sandbox> {
  return keyless === true ? loaded(() => host.sandboxes.default, true) : sandbox;
}

const STATUS = { error: "a status from 100 to 599, or 0 for no response" };

export function journalQueryShape(kit: GrammarKit) {
  const { optionalFlag, jobState, line, optional, wholeNumber, z } = kit;
  const isStatus = (code: number): boolean => code === 0 || (code >= 100 && code <= 599);
  const status = z.int(STATUS).refine(isStatus, STATUS);
  return {
    id: optional(wholeNumber(1), "The exchange's ID."),
    operation: optional(line, "The operation's operationId."),
    jobId: optional(line, "ID of the job that the exchange is about."),
    jobState: optional(jobState, "The job's state at the time of the exchange."),
    method: optional(line, "The request's method; case-insensitive."),
    url: optional(line, "Substring of the request's path and query."),
    status: optional(status, "The response's status; 0 if there was no response."),
    fault: optional(line, "Name of the fault rule that fired."),
    faulted: optionalFlag("Whether a fault rule fired."),
    problems: optionalFlag("Whether the request had any problems."),
    unmatched: optionalFlag("Whether no operation matches the request's method and path."),
    after: optional(wholeNumber(0), "Only exchanges with IDs higher than this."),
    keyless: optionalFlag(
      "Search the requests without an accepted key instead of the sandbox's requests.",
    ),
  };
}

/** Throws a SimulatorError if neither the sandbox nor its journal has the query's rule or job. */
function requireKnownSubjects(sandbox: Sandbox, { fault, jobId }: JournalQuery): void {
  const exchanges = sandbox.journal.all();
  const rules = sandbox.state.scenario.faults.map(({ name }) => name);
  const fired = exchanges.flatMap((exchange) => exchange.fault ?? []);
  requireOneOf("fault", "the name of a fault rule", fault, [...rules, ...fired]);
  const isSeen = exchanges.some((exchange) => exchange.jobId === jobId);
  if (jobId !== undefined && !isSeen) requireJob(sandbox, jobId);
}

function requireOneOf(
  path: string,
  expected: string,
  got: string | undefined,
  known: readonly string[],
): void {
  if (got === undefined || known.includes(got)) return;
  // `known` can be empty only if it lists fault rules.
  const names = listed([...new Set(known)]);
  const others = names === "" ? "The sandbox has no fault rules." : `Valid values: ${names}.`;
  const message = `Expected \`${path}\` to be ${expected}, got \`${got}\`.${suggestion(got, known, others)}`;
  throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path, message }] });
}
