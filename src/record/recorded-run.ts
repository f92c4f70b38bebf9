import { timelineReport } from "../control/shared/job-timeline.ts";
import type { RecordedRun } from "../control/shared/trace-text.ts";
import { defined } from "../core/defined.ts";
import type { ApiErrorCode } from "../core/errors.ts";
import type { Exchange } from "../core/exchange.ts";
import type { Facts } from "../core/job/facts.ts";
import { phaseAt } from "../core/job/phase.ts";
import type { Profile } from "../core/job/profile.ts";
import { isTerminal } from "../core/job/state.ts";
import { type Timeline, timelineOf } from "../core/job/timeline.ts";
import type { Scenario } from "../core/scenario.ts";
import { atOnce } from "../core/steps.ts";
import { type Trace, traceOf } from "../core/trace.ts";
import type { Evidence, JobHistory } from "../findings/evidence.ts";
import type { Judging } from "../findings/findings-of.ts";
import { reportOf } from "../findings/report/report-of.ts";
import { verdictOn } from "../findings/report/verdict.ts";
import { contractFactsOf, errorAssumptionsOf } from "../spec/contract-facts-of.ts";
import type { Spec } from "../spec/spec.ts";
import type { ExplainedCall } from "./call.ts";
import type { ObservedFault } from "./scenario/observed-faults.ts";
import type { ObservedJob } from "./scenario/observed-job.ts";

/** Names and commands that the files of a recorded run mention. */
export type RunNames = Judging & {
  readonly version: string;
  /** Path of the scenario's file. */
  readonly file: string;
  /** The command that runs this program. */
  readonly command: string;
  /** Options that select the spec. */
  readonly options: readonly string[];
};

export type RunParts = RunNames & {
  readonly spec: Spec;
  readonly calls: readonly ExplainedCall[];
  /** Number of calls that were not kept. */
  readonly dropped: number;
  readonly jobs: readonly { readonly job: ObservedJob; readonly profile: Profile }[];
  readonly faults: readonly ObservedFault[];
  readonly scenario: Scenario;
  readonly now: number;
};

const NAME = "recording";
const SEED = 1;

export function recordedRun(parts: RunParts): RecordedRun {
  const { version, spec, calls, faults, scenario } = parts;
  const jobs = parts.jobs.map(({ job, profile }) => historyOf(parts, job, profile));
  const byId = new Map(jobs.map((job) => [job.timeline.jobId, job]));
  const faultOf = new Map(
    faults.flatMap((fault) => fault.exchanges.map((id) => [id, fault] as const)),
  );
  const explained = calls.map((call) => {
    const job = byId.get(call.jobId ?? "");
    return explainedCall(spec, call, job, faultOf.get(call.exchange.id));
  });
  const rules = scenario.faults.map((rule) => {
    const fired = faults.find(({ name }) => name === rule.name)?.exchanges.length ?? 0;
    return { rule, matched: fired, fired };
  });
  const evidence: Evidence = {
    ...{ sandbox: NAME, scenario: parts.file, seed: SEED, clock: { mode: "real" } },
    start: { command: parts.command, options: parts.options, isChanged: false, kind: "own" },
    ...{ now: parts.now, droppedTraces: parts.dropped },
    traces: explained.map(({ trace }) => trace),
    jobs: jobs.map((history) => ({ jobId: history.timeline.jobId, history })),
    ...{ rules, contract: contractFactsOf(spec), stalls: [], clientErrors: [] },
  };
  const verdict = atOnce(verdictOn(evidence, parts));
  const report = atOnce(reportOf([verdict], { version, expected: [] }));
  const exchanges = explained.map(({ exchange }) => exchange);
  const sandbox = {
    ...{ name: NAME, scenario: parts.file, seed: SEED, clock: "real", now: parts.now },
    ...{ jobs: jobs.length, exchanges: exchanges.length, droppedExchanges: parts.dropped },
    ...{ byteLength: 0, openRequests: 0 },
  };
  const traced = {
    sandbox,
    jobs: jobs.map(({ facts, timeline }) => ({ facts, timeline: timelineReport(timeline, facts) })),
    ...{ exchanges, faults: rules },
  };
  return { trace: { format: 1, version, sandboxes: [traced] }, report };
}

/** The history of a job with this profile, as a replay of the scenario would show it. */
function historyOf({ spec }: RunParts, job: ObservedJob, profile: Profile): JobHistory {
  const { jobId, createdAt: at, submission, cancelAt, numRows = 1 } = job;
  const { modelId = spec.models[0].id } = submission;
  const facts: Facts = [
    {
      ...{ type: "submitted", at, jobId, seed: SEED, key: jobId, scenario: NAME, profile },
      submission: {
        source: { kind: "array", digest: "" },
        ...{ modelId, samplingParams: {}, jobPriority: submission.jobPriority, dryRun: false },
        ...{ randomSeedPerInput: false, truncateRows: false },
      },
      model: spec.models.find(({ id }) => id === modelId) ?? { ...spec.models[0], id: modelId },
      ...{ assumptions: spec.assumptions, hasUnknownState: spec.hasState("unknown") },
    },
    {
      ...{ type: "inputs", at },
      outcome: { kind: "ready", numRows, inputTokens: 0, estimatedOutputTokens: 0 },
    },
    ...(cancelAt === undefined ? [] : [{ type: "cancelRequested", at: cancelAt } as const]),
  ];
  return { facts, timeline: timelineOf(facts) };
}

function explainedCall(
  spec: Spec,
  call: ExplainedCall,
  job: JobHistory | undefined,
  fault: ObservedFault | undefined,
): { readonly exchange: Exchange; readonly trace: Trace } {
  const { use, conduct, at } = call;
  const jobState =
    call.exchange.jobState ??
    (job && use !== "createJob" ? phaseAt(job.timeline.phases, at).state : undefined);
  const exchange: Exchange = defined({ ...call.exchange, jobState, fault: fault?.name });
  const code = fault === undefined ? errorOf(call, job?.timeline) : undefined;
  const assumptions = assumptionsBehind(spec, call, code);
  const error = code && { code, message: "" };
  const faultKind = fault?.kind;
  const trace = traceOf(exchange, defined({ ...conduct, assumptions, error, faultKind }));
  return { exchange, trace };
}

/** The code of a response's error. The job's state decides between the codes about results. */
function errorOf({ errors, at }: ExplainedCall, timeline: Timeline | undefined) {
  const [first, ...others] = errors as readonly ApiErrorCode[];
  if (others.length === 0 || timeline === undefined) return first;
  const { state } = phaseAt(timeline.phases, at);
  const isUnsuccessful = isTerminal(state) && state !== "succeeded";
  const fitting = isUnsuccessful ? "results-of-unsuccessful" : "results-not-ready";
  return errors.includes(fitting) ? fitting : first;
}

function assumptionsBehind(
  spec: Spec,
  { facts, conduct, status }: ExplainedCall,
  error: ApiErrorCode | undefined,
): readonly string[] {
  const answered =
    error === undefined
      ? facts?.answers.find((each) => each.status === status)?.assumptions
      : errorAssumptionsOf(spec)[error];
  const { assumptions = [] } = conduct;
  return [...new Set([...(facts?.assumptions ?? []), ...assumptions, ...(answered ?? [])])];
}
