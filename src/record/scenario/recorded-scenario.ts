import { stringify } from "yaml";
import { counted } from "../../core/counted.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { Spec } from "../../spec/spec.ts";
import type { ExplainedCall } from "../call.ts";
import { type ObservedFault, observedFaults } from "./observed-faults.ts";
import { type ObservedJob, observedJobs } from "./observed-job.ts";
import { type ObservedOutcome, type ObservedProfile, observedProfile } from "./observed-profile.ts";

/** A recorded run as a scenario. */
export type RecordedScenario = {
  /** The content of a scenario file. */
  readonly scenario: JsonObject;
  readonly jobs: readonly ObservedJob[];
  /** The profile of each job alone, as scenarios write it, in the order of the jobs. */
  readonly profiles: readonly JsonObject[];
  readonly faults: readonly ObservedFault[];
  /** Facts that the scenario can't express, one sentence each. */
  readonly notes: readonly string[];
};

/** Maximum number of rows that a rule lists. */
const MAX_ROWS = 1000;

/** Turns what a client's calls show into a scenario. */
export function recordedScenario(
  calls: readonly ExplainedCall[],
  spec: Spec,
  { target }: { readonly target: string },
): RecordedScenario {
  const jobs = observedJobs(calls, spec.hasUnknownState ? "unknown" : "queued").filter(
    ({ submission }) => !submission.dryRun,
  );
  const observed = jobs.map((job) => ({ job, profile: observedProfile(job) }));
  const { faults, more } = observedFaults(calls);
  const groups = groupsOf(observed);
  const profiles = groups.map((group, index) => {
    const own = profileInput(typical(group), spec);
    return index === groups.length - 1 ? own : { when: conditionOf(group), ...own };
  });
  const rows = groups.length === 1 ? rowRules(jobs) : [];
  const scenario = {
    name: "recording",
    description: `Recorded from ${target}: ${counted(jobs.length, "job")}, ${counted(calls.length, "request")}.`,
    ...(profiles.length > 0 && { profiles }),
    ...(rows.length > 0 && { rows }),
    ...(faults.length > 0 && { faults: faults.map(({ rule }) => rule) }),
  };
  return {
    ...{ scenario, jobs, faults },
    profiles: observed.map((each) => profileInput([each.profile], spec)),
    notes: [
      ...groups.flatMap(mixedNote),
      ...(more > 0 ? [`${counted(more, "more fault")} happened than a scenario repeats.`] : []),
    ],
  };
}

/** A scenario file. Rows that no other rule matches have the outputs in the file `canned`, if they are in it. */
export function recordedScenarioText(
  { scenario: { rows = [], ...rest } }: RecordedScenario,
  canned?: string,
): string {
  const rules = Array.isArray(rows) ? rows : [];
  const all = canned === undefined ? rules : [...rules, { outcome: { canned } }];
  const scenario = { ...rest, ...(all.length > 0 && { rows: all }) };
  return `# yaml-language-server: $schema=./node_modules/batch-sim/dist/scenario.schema.json\n${stringify(scenario, { lineWidth: 0 })}`;
}

type Observed = { readonly job: ObservedJob; readonly profile: ObservedProfile };

/** The jobs of which a scenario can't tell one from the other by their requests; the largest group is last. */
function groupsOf(observed: readonly Observed[]): readonly (readonly Observed[])[] {
  const groups = new Map<string, Observed[]>();
  for (const each of observed) {
    const { modelId, jobPriority, numInputs } = each.job.submission;
    const key = JSON.stringify([modelId, jobPriority, numInputs]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].sort((a, b) => a.length - b.length);
}

/** The profiles of a group that end in the most common way. */
function typical(group: readonly Observed[]): readonly ObservedProfile[] {
  const byEnd = new Map<string, ObservedProfile[]>();
  for (const { profile } of group) {
    const { kind } = profile.outcome;
    byEnd.set(kind, [...(byEnd.get(kind) ?? []), profile]);
  }
  return [...byEnd.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
}

function mixedNote(group: readonly Observed[]): readonly string[] {
  const common = typical(group);
  const [first] = common;
  const others = group.length - common.length;
  if (others === 0 || first === undefined) return [];
  return [
    `${others} of ${counted(group.length, "job")} with equal requests ended in another way than \`${first.outcome.kind}\`, which the scenario repeats for all of them.`,
  ];
}

function conditionOf([first]: readonly Observed[]): JsonObject {
  const { modelId, jobPriority, numInputs } = first?.job.submission ?? { jobPriority: 0 };
  return {
    ...(modelId !== undefined && { model: modelId }),
    jobPriority,
    ...(numInputs !== undefined && { inputs: { min: numInputs, max: numInputs } }),
  };
}

/** The profile of jobs that ended alike. */
function profileInput(profiles: readonly ObservedProfile[], spec: Spec): JsonObject {
  const [first] = profiles;
  if (first === undefined) return {};
  const span = (
    name: "unknownMs" | "queuedMs" | "startingMs" | "runningMs" | "finalizingMs" | "lateMs",
  ): JsonValue => spanOf(profiles.map((profile) => profile[name]));
  const cancels = profiles.flatMap(({ cancelMs }) => cancelMs ?? []);
  return {
    ...(spec.hasUnknownState && { unknown: span("unknownMs") }),
    queued: span("queuedMs"),
    starting: span("startingMs"),
    running: span("runningMs"),
    ...(spec.hasState("finalizing") && { finalizing: span("finalizingMs") }),
    ...(first.outcome.kind !== "succeeded" && { outcome: outcomeInput(first.outcome) }),
    ...(cancels.length > 0 && {
      cancel: { takes: spanOf(cancels), ...(first.losesRace && { losesRace: true }) },
    }),
    ...(first.lateMs > 0 && { results: { lateBy: span("lateMs") } }),
  };
}

function outcomeInput(outcome: ObservedOutcome): JsonObject {
  switch (outcome.kind) {
    case "succeeded":
      return {};
    case "failed":
      return { failed: { after: durationText(outcome.afterMs), reason: outcome.reason } };
    case "canceled":
      return { canceled: { at: shareOf(outcome.atShare) } };
    case "expired":
      return {
        expired: { at: shareOf(outcome.atShare), after: durationText(outcome.afterMs) },
      };
    case "stuck":
      return {
        stuck: {
          in: outcome.state,
          ...(outcome.state === "running" && { at: shareOf(outcome.atShare) }),
        },
      };
  }
}

function shareOf(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

function spanOf(spans: readonly number[]): JsonValue {
  const [least, most] = [Math.min(...spans), Math.max(...spans)];
  return least === most
    ? durationText(least)
    : { uniform: [durationText(least), durationText(most)] };
}

/** An exact duration, such as `1m30s` or `1250ms`. */
function durationText(ms: number): JsonValue {
  if (ms <= 0) return 0;
  if (ms % 1000 !== 0) return `${ms}ms`;
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  const parts = [
    [Math.floor(hours), "h"],
    [Math.floor(minutes), "m"],
    [seconds, "s"],
  ] as const;
  return parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : "")).join("");
}

/** Rules for rows that did not succeed in a job; jobs that a scenario can't tell apart would share them. */
function rowRules(jobs: readonly ObservedJob[]): readonly JsonObject[] {
  const [job] = jobs;
  if (job === undefined || jobs.length > 1) return [];
  const empty = job.emptyRows.slice(0, MAX_ROWS);
  if (empty.length > 0) return [{ index: empty, outcome: "empty" }];
  const failed = Math.min(job.rowsFailed, MAX_ROWS);
  if (failed === 0) return [];
  return [
    {
      index: Array.from({ length: failed }, (_, index) => index),
      outcome: { error: { status: FAILED_ROW } },
    },
  ];
}

/** Counts don't tell why rows failed. */
const FAILED_ROW = 500;
