import type { Distribution, JobOutcome, Profile } from "../../core/job/profile.ts";
import type { LintFinding } from "./lint-finding.ts";

const DAY_MS = 86_400_000;

/** Longer than anyone waits, on any clock. */
const ENDLESS_MS = 30 * DAY_MS;

/** States in which a job holds a slot. */
const HOLDING: ReadonlySet<string> = new Set(["starting", "running"]);

/** Lints the profile at an index of the list. */
export function lintProfile(
  profile: Profile,
  index: number,
  capacity?: number,
): readonly LintFinding[] {
  return [
    ...endless(profile, index),
    ...blocking(profile, index, capacity),
    ...unobtainable(profile, index),
  ];
}

/** Then the jobs that wait for a slot never end either, although their profiles don't say so. */
function blocking({ outcome }: Profile, index: number, capacity?: number): LintFinding[] {
  if (capacity === undefined || outcome.kind !== "stuck" || !HOLDING.has(outcome.state)) return [];
  const jobs = capacity === 1 ? "One such job keeps" : `${capacity} such jobs keep`;
  const message = `${jobs} every other job in the queue forever: a job that is stuck in \`${outcome.state}\` never frees its slot, and \`capacity\` is ${capacity}.`;
  const path = ["profiles", index, "outcome"];
  return [{ rule: "endless-profile", severity: "warning", path, message }];
}

/** A stuck profile states that its jobs never end; one with an extremely long duration doesn't. */
function endless(profile: Profile, index: number): LintFinding[] {
  const { outcome, pace, queued, starting, stalls, unknown } = profile;
  if (outcome.kind === "stuck") return [];
  const waits = [unknown, starting, ...stalls.map(({ duration }) => duration)];
  if (pace.kind === "duration") waits.push(pace.duration);
  const queuedMs = Math.max(...queued.map(usualMs));
  const totalMs = waits.reduce((sum, wait) => sum + usualMs(wait), queuedMs);
  if (totalMs < ENDLESS_MS || endsEarly(outcome)) return [];
  const message = `A job of this profile takes about ${Math.round(totalMs / DAY_MS)} days. If it should never end, write \`outcome: { stuck: { in: running } }\`.`;
  return [{ rule: "endless-profile", severity: "warning", path: ["profiles", index], message }];
}

function endsEarly(outcome: JobOutcome): boolean {
  if (outcome.kind === "expired") return outcome.afterMs < ENDLESS_MS;
  return outcome.kind === "failed" && "afterMs" in outcome.at && outcome.at.afterMs < ENDLESS_MS;
}

function unobtainable(profile: Profile, index: number): LintFinding[] {
  const { lateBy, expireAfterMs } = profile.results;
  if (expireAfterMs === undefined || shortestMs(lateBy) < expireAfterMs) return [];
  const message =
    "Results are never available: they expire before they are ready. Make `expireAfter` longer than `lateBy`; both start when the job succeeds.";
  return [
    {
      rule: "unobtainable-results",
      severity: "warning",
      path: ["profiles", index, "results"],
      message,
    },
  ];
}

function usualMs(distribution: Distribution): number {
  switch (distribution.kind) {
    case "fixed":
      return distribution.ms;
    case "uniform":
      return (distribution.minMs + distribution.maxMs) / 2;
    case "lognormal":
      return distribution.medianMs;
  }
}

function shortestMs(distribution: Distribution): number {
  switch (distribution.kind) {
    case "fixed":
      return distribution.ms;
    case "uniform":
      return distribution.minMs;
    case "lognormal":
      return 0;
  }
}
