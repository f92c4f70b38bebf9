import type { Assumptions } from "../../core/assumption.ts";
import type { ClockSpec } from "../../core/clock-spec.ts";
import type { JsonValue } from "../../core/json.ts";
import { isAbout } from "../../faults/call-subject.ts";
import type { Assumption } from "../../spec/assumptions-of.ts";
import { type Calls, callPlaces, type OperationToCall, type Place } from "./call-map.ts";
import { type Experiment, slug } from "./experiment.ts";
import { faultExperiments, type LeftOut, trialsAt } from "./fault-experiments.ts";
import { type LifecycleTable, lifecycleExperiments, type Needs } from "./lifecycles.ts";
import type { TrialTable } from "./trials.ts";

export type FirstRun = {
  readonly calls: Calls;
  readonly operations: readonly OperationToCall[];
  readonly questions: readonly (Pick<Assumption, "id" | "question"> & {
    readonly values: readonly JsonValue[];
  })[];
  readonly answers: Assumptions;
  readonly reliedOn: readonly string[];
  readonly clock: ClockSpec["mode"];
  readonly hasExpiry: boolean;
  /** Whether rows can fail while their job succeeds. */
  readonly hasFailedRows: boolean;
  readonly trials: TrialTable;
  readonly lifecycles: LifecycleTable;
};

/** The experiments, most often mishandled first, and why others were skipped. */
export type Plan = {
  readonly experiments: readonly Experiment[];
  readonly leftOut: readonly LeftOut[];
};

/** Plans the experiments for a first run. Identical runs have identical plans. */
export function planExperiments(run: FirstRun): Plan {
  const places = callPlaces(run.calls, run.operations);
  const faults = faultExperiments(places, run);
  const lifecycles = lifecycleExperiments(run.lifecycles, needsOf(places, run));
  const answers = answerExperiments(run);
  const { uncalled, unasked } = untried(run, places);
  const leftOut = [
    ...faults.leftOut,
    { reason: "the client doesn't call the operation", count: uncalled },
    { reason: "the client doesn't request the format", count: unasked },
    { reason: "the client doesn't get the affected jobs or rows", count: lifecycles.unneeded },
    { reason: "the client doesn't rely on the assumption", count: unrelied(run) },
  ].filter(({ count }) => count > 0);
  const all = [...lifecycles.experiments, ...answers, ...faults.experiments];
  return { experiments: inOrder(all), leftOut };
}

function needsOf(places: readonly Place[], run: FirstRun): Needs {
  const { calls, questions, hasExpiry, hasFailedRows } = run;
  const polls = places.some(({ state, use }) => state !== undefined && use !== "cancelJob");
  const files = places.filter(({ use }) => isAbout(use, "file"));
  const results = files.length > 0 || calls.some(({ rows }) => rows !== undefined);
  return {
    ...{ jobs: places.some(({ use }) => use === "createJob"), polls, results },
    statuses: places.some(({ use }) => use === "getJobStatus" || use === "getJob"),
    "unknown state":
      polls &&
      questions.some(
        ({ id, values }) => id === UNKNOWN_STATE.id && values.includes(UNKNOWN_STATE.value),
      ),
    expiry: polls && hasExpiry,
    "failed rows": results && hasFailedRows,
    csv: files.some(({ format }) => format === "csv"),
    json: results && calls.some(mayBeAboutJson),
  };
}

/** Whether a call may involve JSON or reasoning; also true if the journal truncated a body. */
function mayBeAboutJson({ use, rows, exchange: { request, response } }: Calls[number]): boolean {
  const file = isAbout(use, "file") && [response.body?.text, response.body?.rows];
  return /schema|json_|\/json\b|tool|reasoning|thinking|sha256/i.test(
    JSON.stringify([request.body, file, rows]),
  );
}

/** The assumption of the lifecycle `unknown state`, which has its own experiment. */
const UNKNOWN_STATE = { id: "job-states", value: "unknown-first" };

/** One experiment for each alternative value of an assumption that the client relied on. */
function answerExperiments({ questions, answers, reliedOn }: FirstRun): readonly Experiment[] {
  return questions
    .filter(({ id }) => reliedOn.includes(id))
    .flatMap(({ id, question, values }) =>
      values
        .filter((value) => JSON.stringify(value) !== JSON.stringify(answers[id]))
        .filter((value) => id !== UNKNOWN_STATE.id || value !== UNKNOWN_STATE.value)
        .map((value) => ({
          id: slug(`answer ${id} ${value}`),
          row: "answers",
          group: "state" as const,
          title: `${question} Here: ${value}.`,
          change: { assumptions: { [id]: value } },
          isWaiting: false,
          rank: 2,
        })),
    );
}

function unrelied({ questions, reliedOn }: FirstRun): number {
  return questions
    .filter(({ id }) => !reliedOn.includes(id))
    .reduce((sum, { values }) => sum + Math.max(0, values.length - 1), 0);
}

/** Counts faults for operations that the client didn't call and formats that it didn't request. */
function untried({ operations, trials }: FirstRun, places: readonly Place[]) {
  let [uncalled, unasked] = [0, 0];
  for (const facts of operations) {
    const own = places.filter(({ operationId }) => operationId === facts.operationId);
    if (own.length === 0) uncalled += trialsAt(facts, trials).length;
    const asked = own.map(({ format }) => format);
    const others = own.length === 0 ? [] : facts.formats.filter((each) => !asked.includes(each));
    for (const format of others) unasked += trialsAt({ ...facts, format }, trials).length;
  }
  return { uncalled, unasked };
}

/** Sorts by rank. Within a rank, the matrix's rows take turns, so a short run covers all rows. */
function inOrder(experiments: readonly Experiment[]): readonly Experiment[] {
  const turns = new Map<string, number>();
  return experiments
    .map((experiment) => {
      const key = `${experiment.rank} ${experiment.row}`;
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return { experiment, turn };
    })
    .sort((a, b) => a.experiment.rank - b.experiment.rank || a.turn - b.turn)
    .map(({ experiment }) => experiment);
}
