import type { OperationFacts } from "../../core/contract-facts.ts";
import { isTerminal, type JobState } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { endCounts } from "../../core/rows/end-counts.ts";
import type { EndKind } from "../../core/rows/row.ts";
import type { RowOutcome } from "../../core/rows/row-rule.ts";
import { forEachInSteps, type Stepwise } from "../../core/steps.ts";
import { type CaseFile, type JobCase, stateName } from "../case-file.ts";
import type { Evidence } from "../evidence.ts";

/** Names of the coverage lists, in the report's order. */
export const COVERAGE_NAMES = [
  "operations",
  "parameters",
  "statuses",
  "formats",
  "inputs",
  "states",
  "transitions",
  "rows",
  "faults",
] as const;

/** Name of a coverage list. */
export type CoverageName = (typeof COVERAGE_NAMES)[number];

/** The lists' labels in a report for people, if they differ from the names. */
const LABELS: Readonly<Partial<Record<CoverageName, string>>> = {
  parameters: "other parameters",
  formats: "results formats",
  inputs: "kinds of inputs",
};

export function coverageLabel(name: CoverageName): string {
  return LABELS[name] ?? name;
}

/** Number of times that each coverable item was covered. */
export type Coverage = Readonly<Record<CoverageName, ReadonlyMap<string, number>>>;

/** A job's possible state changes, except those that only a test can force. */
const TRANSITIONS: readonly (readonly [JobState, JobState])[] = [
  ["unknown", "queued"],
  ["queued", "starting"],
  ["starting", "running"],
  ["running", "succeeded"],
  ["running", "failed"],
  ["running", "finalizing"],
  ["finalizing", "succeeded"],
  ["running", "expired"],
  ["queued", "cancelling"],
  ["running", "cancelling"],
  ["cancelling", "cancelled"],
];

export function* coverageOf(file: CaseFile): Stepwise<Coverage> {
  const { evidence } = file;
  const operations = evidence.contract.operations.filter(({ isOwn }) => !isOwn);
  const tallies = {
    operations: tallyOf(operations.map(({ operationId }) => operationId)),
    parameters: tallyOf(operations.flatMap(parameterItems)),
    statuses: tallyOf(
      operations.flatMap(({ operationId, answers }) =>
        answers.map(({ status }) => `${operationId} ${status}`),
      ),
    ),
    formats: tallyOf(operations.flatMap(formatsOf).map(([, format]) => format)),
    inputs: tallyOf(inputKinds(evidence)),
    states: tallyOf(Object.values(evidence.contract.stateNames)),
    transitions: tallyOf(transitionItems(file)),
    rows: tallyOf(rowItems(evidence)),
    faults: tallyOf(evidence.rules.map(({ rule }) => rule.name)),
  };
  yield* countTraces(evidence, tallies);
  yield* countJobs(file, tallies);
  return tallies;
}

const GOOD_ROWS = "only rows that succeeded";

/** The item for each row outcome. All but the first name a scenario that causes the outcome. */
const ROW_ENDS: Readonly<Record<EndKind, string>> = {
  succeeded: "rows that succeeded",
  errored: "rows that failed (scenario some-rows-fail)",
  expired: "rows that expired (scenario expires-halfway)",
  canceled: "rows that were canceled (scenario canceled-halfway)",
};

function rowItems(evidence: Evidence): readonly string[] {
  const { rowEnds } = evidence.contract;
  return rowEnds?.map((end) => ROW_ENDS[end]) ?? [GOOD_ROWS, failedRows(evidence)];
}

/** Names a scenario, because nothing else in the report says how to cover this item. */
function failedRows(evidence: Evidence): string {
  return `a row that failed (scenario ${serves(evidence, "createDataset") ? "bad-rows" : "some-rows-fail"})`;
}

/** The kinds of inputs that jobs can have, according to the API's operations. */
function inputKinds(evidence: Evidence): readonly string[] {
  if (serves(evidence, "createFile")) return ["file"];
  if (serves(evidence, "uploadFile")) return ["array", "file"];
  return serves(evidence, "createDataset") ? ["array", "dataset", "url"] : ["array"];
}

function serves({ contract }: Evidence, wanted: string): boolean {
  return contract.operations.some(({ use }) => use === wanted);
}

/** Row outcomes that a client need not check for. */
const GOOD: readonly RowOutcome["kind"][] = ["values", "huge", "text", "template", "canned"];

type Tallies = Record<CoverageName, Map<string, number>>;

function tallyOf(items: readonly string[]): Map<string, number> {
  return new Map(items.map((item) => [item, 0]));
}

function parameterItems({ operationId, parameters }: OperationFacts): string[] {
  return parameters
    .filter(({ field, hasFields }) => field !== "format" && field !== "inputs" && !hasFields)
    .flatMap(({ place, values }) =>
      values.length === 0 ? [place] : values.map((it) => `${place}=${it}`),
    )
    .map((place) => parameterItem(operationId, place));
}

function parameterItem(operationId: string, place: string): string {
  return `${operationId} ${place.replace(/^(query\.|\/)/, "")}`;
}

/** An operation's results formats, each with the parameter that selects it. */
function formatsOf({ operationId, parameters }: OperationFacts): (readonly [string, string])[] {
  return parameters
    .filter(({ field }) => field === "format")
    .flatMap(({ place, values }) =>
      values.map((value) => [`${operationId} ${place}=${value}`, String(value)] as const),
    );
}

function countTraces({ traces, contract }: Evidence, tallies: Tallies): Stepwise<void> {
  const formatOf = new Map(contract.operations.flatMap(formatsOf));
  return forEachInSteps(traces, ({ operationId, status, sent = [], fault, error }) => {
    if (operationId === undefined) return;
    count(tallies.statuses, `${operationId} ${status}`);
    if (fault !== undefined) count(tallies.faults, fault);
    // The service rejected the key, so the operation did nothing.
    if (error?.code === "unauthenticated" || error?.code === "forbidden") return;
    count(tallies.operations, operationId);
    for (const place of sent) {
      count(tallies.parameters, parameterItem(operationId, place));
      count(tallies.formats, formatOf.get(`${operationId} ${place}`) ?? "");
    }
  });
}

function countJobs({ evidence, jobs }: CaseFile, tallies: Tallies): Stepwise<void> {
  return forEachInSteps(jobs.values(), (open) => {
    const jobCase = open();
    const { job, told } = jobCase;
    count(tallies.inputs, job.facts[0].submission.source.kind);
    const states = new Set(told.map(({ state }) => state));
    for (const state of states) count(tallies.states, stateName({ evidence }, state));
    for (const item of rowsTold(evidence, jobCase)) count(tallies.rows, item);
    for (const [index, phase] of job.timeline.phases.entries()) {
      const before = job.timeline.phases[index - 1];
      if (before === undefined || phase.from > evidence.now) continue;
      const wasTold = told.some(
        ({ trace, state }) => state === phase.state && trace.at >= phase.from,
      );
      if (wasTold) count(tallies.transitions, transition(evidence, [before.state, phase.state]));
    }
  });
}

/** The items for a job's rows, if its client was told that the job had ended. */
function rowsTold(evidence: Evidence, { job, inputs, told }: JobCase): string[] {
  const [{ rowRules = [] }] = job.facts;
  if (evidence.contract.rowEnds === undefined) {
    if (!told.some(({ state }) => state === "succeeded")) return [];
    const hasFailures = rowRules.some(({ outcome }) => !GOOD.includes(outcome.kind));
    return [hasFailures ? failedRows(evidence) : GOOD_ROWS];
  }
  const end = told.find(({ state }) => isTerminal(state));
  if (end === undefined) return [];
  const { unfinished: _, ...counts } = endCounts(viewAt(job.timeline, end.trace.at), inputs);
  const kinds = Object.keys(ROW_ENDS) as readonly EndKind[];
  return kinds.filter((kind) => counts[kind] > 0).map((kind) => ROW_ENDS[kind]);
}

function transitionItems({ evidence }: CaseFile): string[] {
  const { stateNames } = evidence.contract;
  // Clients can't see a change between two states with the same name.
  return TRANSITIONS.filter(([from, to]) => stateNames[from] !== undefined && stateNames[to])
    .filter(([from, to]) => stateNames[from] !== stateNames[to])
    .filter(([from, to]) => !(from === "running" && to === "succeeded" && stateNames.finalizing))
    .map((edge) => transition(evidence, edge));
}

function transition(evidence: Evidence, [from, to]: readonly [JobState, JobState]): string {
  return `${stateName({ evidence }, from)} → ${stateName({ evidence }, to)}`;
}

/** Counts an item, unless the spec doesn't have it. */
function count(tally: Map<string, number>, item: string): void {
  const known = tally.get(item);
  if (known !== undefined) tally.set(item, known + 1);
}
