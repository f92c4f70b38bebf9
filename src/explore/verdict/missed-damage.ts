import type { TerminalState } from "../../core/job/state.ts";
import { isAbout } from "../../faults/call-subject.ts";
import type { Finding } from "../../findings/finding.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import type { Calls, RecordedCall } from "../plan/call-map.ts";
import type { Experiment } from "../plan/experiment.ts";

export type SeenRun = {
  /** The program's exit code; 127 if it can't be started, 128 if a signal ended it. */
  readonly exitCode: number;
  /** Whether the command reached the time limit and was killed. */
  readonly isTimedOut: boolean;
  readonly calls: Calls;
  readonly findings: readonly Finding[];
  /** IDs of the jobs that are known to be still active. */
  readonly activeJobs: ReadonlySet<string>;
};

export type Baseline = {
  readonly first: SeenRun;
  /** Whether the command fails if all outputs are wrong. */
  readonly looksAtOutputs: boolean;
  /** Returns an experiment's time limit, in words. */
  readonly limit: (experiment: Experiment) => string;
};

export function isShown(
  { id, shownBy, ending }: Experiment,
  { calls }: SeenRun,
  first: SeenRun,
): boolean {
  if (shownBy === "fault") return calls.some(({ exchange }) => exchange.fault === id);
  if (ending !== undefined) return calls.some((call) => hasEnded(call, ending));
  return shownBy === undefined || otherRows(calls, first.calls) !== undefined;
}

/** A sentence about the damage that a passing client missed; undefined if there is none. */
export function missedDamage(
  { id, shownBy, damage, ending }: Experiment,
  { calls }: SeenRun,
  { first, looksAtOutputs }: Baseline,
): string | undefined {
  if (damage === "download") return missedDownload(calls, id);
  const endings = ending === undefined ? UNWANTED : [ending];
  const missed = endings.map((each) => missedEnding(each, calls, first.calls)).find(Boolean);
  if (missed !== undefined) return missed;
  // Tests that don't check outputs can't show whether the client notices damage.
  if (damage === undefined || !looksAtOutputs) return undefined;
  if (shownBy === undefined) return "The command passed, although rows of its jobs had failed.";
  const { method, url } = otherRows(calls, first.calls)?.exchange ?? {};
  return `The command passed, although the rows in the response to ${method} ${url} were damaged.`;
}

/** A job's unsuccessful outcomes that neither the client nor its test causes. */
const UNWANTED = ["failed", "expired"] as const;

function missedEnding(ending: TerminalState, calls: Calls, first: Calls): string | undefined {
  const known = new Set(
    first.filter((call) => hasEnded(call, ending)).map(({ sandbox }) => sandbox),
  );
  const missed = calls.find((call) => hasEnded(call, ending) && !known.has(call.sandbox));
  if (missed === undefined) return undefined;
  const { jobId, method, url } = missed.exchange;
  const what = ending === "cancelled" ? "was canceled" : ending;
  return `The command passed, although job ${jobId} ${what}, as the response to ${method} ${url} shows.`;
}

function missedDownload(calls: Calls, fault: string): string | undefined {
  const missed = calls.find((call) => call.exchange.fault === fault && !isRepaired(call, calls));
  if (missed === undefined) return undefined;
  const { method, url } = missed.exchange;
  return `The command passed, although the download ${method} ${url} was damaged and the client did not repeat it.`;
}

/** Whether a later call to the same operation, for the same job, got a complete response. */
function isRepaired({ sandbox, exchange: damaged }: RecordedCall, calls: Calls): boolean {
  return calls.some(
    ({ sandbox: other, exchange }) =>
      other === sandbox &&
      exchange.operationId === damaged.operationId &&
      exchange.jobId === damaged.jobId &&
      exchange.id > damaged.id &&
      exchange.fault !== damaged.fault &&
      exchange.end === "finished" &&
      isSuccess(exchange.response.status),
  );
}

function hasEnded({ exchange }: RecordedCall, ending: TerminalState): boolean {
  return exchange.jobState === ending && exchange.fault === undefined;
}

/** A call whose rows differ from all rows of the first run in the same sandbox. */
function otherRows(calls: Calls, first: Calls): RecordedCall | undefined {
  const known = new Set(first.filter(hasRows).map(contentOf));
  return calls.filter(hasRows).find((call) => !known.has(contentOf(call)));
}

export function hasRows({ use, exchange, rows }: RecordedCall): boolean {
  const isFile = isAbout(use, "file") && isSuccess(exchange.response.status);
  return isFile || rows !== undefined;
}

/** The rows in a call's response, without times and hashes, which vary on scaled clocks. */
function contentOf({ sandbox, exchange, rows }: RecordedCall): string {
  const { operationId, format, response } = exchange;
  const { body } = response;
  const content = body?.isCut === true ? { ...body, sha256: undefined } : (rows ?? body);
  return JSON.stringify([sandbox, operationId, format, content]).replace(TIMES, "");
}

const TIMES = /\b\d{10}(?:\d{3})?\b|\b\d{4}-\d\d-\d\dT[\d:.]+/g;
