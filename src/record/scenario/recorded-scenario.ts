import { stringify } from "yaml";
import { counted } from "../../core/counted.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { grouped } from "../../findings/grouped.ts";
import type { Spec } from "../../spec/spec.ts";
import type { ExplainedCall } from "../call.ts";
import { observedFaults } from "./observed-faults.ts";
import { type ObservedJob, observedJobs } from "./observed-job.ts";
import { durationText, type ObservedProfile, observedProfile, TIMED } from "./observed-profile.ts";

/** Maximum number of rows that a rule lists. */
const MAX_ROWS = 1000;

/**
 * Returns a scenario that repeats the calls. Also returns the recorded jobs and faults, a profile
 * for each job, and notes on behavior that the scenario can't express.
 */
export function recordedScenario(calls: readonly ExplainedCall[], spec: Spec, target: string) {
  const jobs = observedJobs(calls, spec.hasState("unknown") ? "unknown" : "queued").filter(
    ({ submission }) => !submission.dryRun,
  );
  const { faults, more } = observedFaults(calls);
  const groups = groupsOf(jobs);
  const profiles = groups.map((group, index) => {
    const own = profileInput(typical(group), spec);
    return index === groups.length - 1 ? own : { when: conditionOf(group[0]), ...own };
  });
  const rows = rowRules(jobs);
  const scenario: JsonObject = {
    name: "recording",
    description: `Recorded from ${target}: ${counted(jobs.length, "job")}, ${counted(calls.length, "request")}.`,
    ...(profiles.length > 0 && { profiles }),
    ...(rows.length > 0 && { rows }),
    ...(faults.length > 0 && { faults: faults.map(({ rule }) => rule) }),
  };
  return {
    ...{ scenario, jobs, faults },
    profiles: jobs.map((job) => profileInput([observedProfile(job)], spec)),
    notes: [
      ...groups.flatMap(mixedNote),
      ...rowsNote(jobs),
      ...(more > 0 ? [`Omitted from the scenario: ${counted(more, "more fault")}.`] : []),
    ],
  };
}

/** Formats a scenario as YAML. `canned` is a file with the outputs of rows that match no rule. */
export function recordedScenarioText(recorded: JsonObject, canned?: string): string {
  const { rows = [], ...rest } = recorded;
  const rules = Array.isArray(rows) ? rows : [];
  const all = canned === undefined ? rules : [...rules, { outcome: { canned } }];
  return stringify({ ...rest, ...(all.length > 0 && { rows: all }) }, { lineWidth: 0 });
}

type Group<Item> = readonly [Item, ...Item[]];

/** Groups the jobs whose requests a scenario can't distinguish; the largest group is last. */
function groupsOf(jobs: readonly ObservedJob[]): readonly Group<ObservedJob>[] {
  const groups = grouped(jobs, (job) => JSON.stringify(conditionOf(job)));
  return [...groups.values()].sort((a, b) => a.length - b.length);
}

/** The profiles in a group that have the group's most common outcome. */
function typical(group: Group<ObservedJob>): Group<ObservedProfile> {
  const byEnd = [...grouped(group.map(observedProfile), endOf).values()];
  return byEnd.reduce((most, each) => (each.length > most.length ? each : most));
}

function mixedNote(group: Group<ObservedJob>): readonly string[] {
  const common = typical(group);
  const others = group.length - common.length;
  if (others === 0) return [];
  return [
    `${others} of ${counted(group.length, "job")} with the same model, priority, and number of inputs did not end as \`${endOf(common[0])}\`, the outcome that the scenario gives to all of them.`,
  ];
}

function conditionOf({ submission }: ObservedJob): JsonObject {
  const { modelId, jobPriority, numInputs } = submission;
  return {
    ...(modelId !== undefined && { model: modelId }),
    jobPriority,
    ...(numInputs !== undefined && { inputs: { min: numInputs, max: numInputs } }),
  };
}

/** The profile of jobs with the same outcome, in the syntax of scenarios. */
function profileInput(profiles: Group<ObservedProfile>, spec: Spec): JsonObject {
  const [first] = profiles;
  const { outcome, losesRace, lateMs } = first;
  const spans = TIMED.filter(spec.hasState).map((state) => [
    state,
    spanOf(profiles.map((each) => each.spans[state])),
  ]);
  const cancels = profiles.flatMap(({ cancelMs }) => cancelMs ?? []);
  return {
    ...Object.fromEntries(spans),
    ...(endOf(first) !== SUCCESS && { outcome }),
    ...(cancels.length > 0 && {
      cancel: { takes: spanOf(cancels), ...(losesRace && { losesRace }) },
    }),
    ...(lateMs > 0 && { results: { lateBy: spanOf(profiles.map((each) => each.lateMs)) } }),
  };
}

const SUCCESS = "succeeded";

function endOf({ outcome }: ObservedProfile): string {
  return Object.keys(outcome)[0] ?? SUCCESS;
}

function spanOf(spans: readonly number[]): JsonValue {
  const [least, most] = [Math.min(...spans), Math.max(...spans)];
  return least === most
    ? durationText(least)
    : { uniform: [durationText(least), durationText(most)] };
}

/** Rules for unsuccessful rows. Empty for several jobs, because the rules would apply to all. */
function rowRules(jobs: readonly ObservedJob[]): readonly JsonObject[] {
  const [job] = jobs;
  if (job === undefined || jobs.length > 1) return [];
  const { rowsFailed } = job;
  const empty = job.emptyRows.slice(0, MAX_ROWS);
  if (empty.length > 0) return [{ index: empty, outcome: "empty" }];
  if (rowsFailed === 0) return [];
  // The status is assumed: a job's counts don't reveal why rows failed.
  return [{ range: [0, rowsFailed - 1], outcome: { error: { status: 500 } } }];
}

function rowsNote(jobs: readonly ObservedJob[]): readonly string[] {
  const failing = jobs.filter(({ rowsFailed, emptyRows }) => rowsFailed + emptyRows.length > 0);
  if (failing.length === 0 || jobs.length === 1) return [];
  return [
    `Failed and empty rows of ${counted(failing.length, "job")} are not in the scenario, because rules for rows apply to all jobs. Record each job on its own, or add \`rows\` to the scenario.`,
  ];
}
