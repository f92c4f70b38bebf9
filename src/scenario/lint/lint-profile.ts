import type { Distribution, JobOutcome, Profile } from "../../core/job/profile.ts";
import { needsSlot } from "../../core/job/slot-job.ts";
import type { Scenario } from "../../core/scenario.ts";
import { factsOf } from "../../faults/find-kind.ts";
import { type DataPath, within } from "../../yaml/data-path.ts";
import type { SpecVocabulary } from "../parse-options.ts";
import type { LintFinding } from "./lint-finding.ts";

const DAY_MS = 86_400_000;

/** Minimum duration, in milliseconds, at which a job counts as endless. */
const ENDLESS_MS = 30 * DAY_MS;

export function lintProfile(profile: Profile, capacity?: number): LintFinding[] {
  return [...endless(profile), ...blocking(profile, capacity), ...unobtainable(profile)];
}

/** Warns if stuck jobs can hold all slots, because other jobs then never start. */
function blocking({ outcome }: Profile, capacity?: number): LintFinding[] {
  if (capacity === undefined || outcome.kind !== "stuck" || !needsSlot(outcome.state)) return [];
  const jobs = capacity === 1 ? "One such job keeps" : `${capacity} such jobs keep`;
  const message = `${jobs} every other job in the queue: a job that is stuck in \`${outcome.state}\` holds its slot until it is canceled, and \`capacity\` is ${capacity}.`;
  return [{ rule: "endless-profile", severity: "warning", path: ["outcome"], message }];
}

/** Warns about jobs of at least `ENDLESS_MS`. A job that is stuck on purpose is not reported. */
function endless({ outcome, pace, queued, starting, stalls, unknown }: Profile): LintFinding[] {
  if (outcome.kind === "stuck") return [];
  const waits = [unknown, starting, ...stalls.map(({ duration }) => duration)];
  if (pace.kind === "duration") waits.push(pace.duration);
  const queuedMs = Math.max(...queued.map((wait) => lengthsOf(wait).usualMs));
  const totalMs = waits.reduce((sum, wait) => sum + lengthsOf(wait).usualMs, queuedMs);
  if (totalMs < ENDLESS_MS || endsEarly(outcome)) return [];
  const message = `A job with this profile usually takes ${Math.round(totalMs / DAY_MS)} days or more. If it should never end, write \`outcome: { stuck: { in: running } }\`.`;
  return [{ rule: "endless-profile", severity: "warning", path: [], message }];
}

function endsEarly(outcome: JobOutcome): boolean {
  if (outcome.kind === "expired") return outcome.afterMs < ENDLESS_MS;
  return outcome.kind === "failed" && "afterMs" in outcome.at && outcome.at.afterMs < ENDLESS_MS;
}

function unobtainable({ results }: Profile): LintFinding[] {
  const { lateBy, expireAfterMs } = results;
  if (expireAfterMs === undefined || lengthsOf(lateBy).shortestMs < expireAfterMs) return [];
  const message =
    "Results are never available: they expire before they are ready. Make `expireAfter` longer than `lateBy`; both are measured from the job's end.";
  return [{ rule: "unobtainable-results", severity: "warning", path: ["results"], message }];
}

function lengthsOf(distribution: Distribution): { shortestMs: number; usualMs: number } {
  switch (distribution.kind) {
    case "fixed":
      return { shortestMs: distribution.ms, usualMs: distribution.ms };
    case "uniform": {
      const { minMs, maxMs } = distribution;
      return { shortestMs: minMs, usualMs: (minMs + maxMs) / 2 };
    }
    case "lognormal":
      return { shortestMs: 0, usualMs: distribution.medianMs };
  }
}

/** Warns about parts of a scenario that have no effect on the served API. */
export function lintApi(scenario: Scenario, vocabulary: SpecVocabulary): LintFinding[] {
  return [
    ...scenario.profiles.flatMap(({ profile }, index) =>
      within(["profiles", index], idleParts(profile, vocabulary)),
    ),
    ...idleWebhooks(scenario, vocabulary),
  ];
}

function noEffect(path: DataPath, message: string): LintFinding {
  return { rule: "no-effect", severity: "warning", path, message };
}

/** Warns about webhook settings if an assumption turns webhooks off. */
function idleWebhooks(
  { webhooks, deliveries, assumptions }: Scenario,
  { assumptions: known }: SpecVocabulary,
): LintFinding[] {
  const style = assumptions["webhooks"] ?? known["webhooks"]?.values[0];
  const [key] = webhooks === undefined ? (deliveries ? ["deliveries"] : []) : ["webhooks"];
  if (style !== "none" || key === undefined) return [];
  const message = "The service sends no webhooks. Add `assumptions: { webhooks: standard }`.";
  return [noEffect([key], message)];
}

function idleParts(
  { results, finalizing, outcome }: Profile,
  { states, hasRowIds, uses }: SpecVocabulary,
): LintFinding[] {
  const found: LintFinding[] = [];
  if (!hasFiles(uses) && outcome.kind === "failed" && outcome.file !== undefined) {
    const message = "This API has no input files, so the job fails without a visible reason.";
    found.push(noEffect(["outcome", "badFile"], message));
  }
  if (!states.includes("finalizing")) {
    const message = "This API's jobs have no state between completing the last row and success.";
    if (finalizing !== undefined) found.push(noEffect(["finalizing"], message));
    if (outcome.kind === "stuck" && outcome.state === "finalizing")
      found.push(noEffect(["outcome", "stuck", "in"], message));
  }
  if (!hasRowIds && results.order === "shuffled") {
    const message =
      "This API's rows have no IDs, so its results are always in the order of the inputs.";
    found.push(noEffect(["results", "order"], message));
  }
  return found;
}

/** Names that a scenario uses but the served API doesn't have, so it is for a different API. */
export function foreignNames(
  { assumptions, faults, profiles }: Pick<Scenario, "assumptions" | "faults" | "profiles">,
  { operationIds, errors, assumptions: known, fields, hasRowIds, uses }: SpecVocabulary,
): readonly string[] {
  const operations = faults.flatMap(({ on }) =>
    on === "*" || on.some((id) => operationIds.includes(id)) ? [] : on,
  );
  const needed = faults.flatMap(({ on, when = {} }) => {
    const required = [when.query, when.body].flatMap((each) => each?.["required"] ?? []);
    const names = required.filter((name) => typeof name === "string");
    const given = (on === "*" ? operationIds : on).flatMap((id) => fields[id] ?? []);
    return names.filter((name) => !given.includes(name));
  });
  const sources = profiles.flatMap(({ when }) => {
    if (when?.source === "url" && hasRowIds) return ["inputs at a URL"];
    return when?.source === "file" && !hasFiles(uses) ? ["inputs in a file"] : [];
  });
  const codes = faults.flatMap(({ fault }) => {
    const { sends } = factsOf(fault);
    return sends !== undefined && "errorCode" in sends ? [sends.errorCode] : [];
  });
  const missing = [
    ...Object.keys(assumptions).flatMap((id) => (id in known ? [] : `the assumption \`${id}\``)),
    ...operations.map((id) => `the operation \`${id}\``),
    ...needed.map((name) => `the field \`${name}\``),
    ...sources,
    ...codes.flatMap((code) => (code in errors ? [] : `the error \`${code}\``)),
  ];
  return [...new Set(missing)];
}

/** Whether the API's clients can upload files with a job's inputs. */
function hasFiles(uses: SpecVocabulary["uses"]): boolean {
  return Object.values(uses).some((use) => use === "createFile" || use === "uploadFile");
}
