import type { Finding } from "../../findings/finding.ts";
import type { FindingId } from "../../findings/finding-id.ts";
import type { VerdictName } from "../../options/explore-table.ts";
import type { Experiment } from "../plan/experiment.ts";
import { type Baseline, isShown, missedDamage, type SeenRun } from "./missed-damage.ts";

export type Judgment = {
  readonly name: VerdictName;
  readonly sentence: string;
  /** The evidence: sentences of findings. */
  readonly evidence: readonly string[];
};

/** Findings about omitted steps; a client that fails because of an error may omit these steps. */
const MOOT_IF_REPORTED: ReadonlySet<FindingId> = new Set<FindingId>([
  "not-retried",
  "never-downloaded",
  "failed-rows-unread",
  "went-on-after-bad-download",
  "cancel-not-followed",
]);

export function judge(experiment: Experiment, seen: SeenRun, baseline: Baseline): Judgment {
  if (seen.isTimedOut) {
    const sentence = `The command was still running after ${baseline.limit(experiment)}, and was killed.`;
    return { name: "hung", sentence, evidence: [] };
  }
  if (!isShown(experiment, seen, baseline.first)) {
    const sentence = "The change never took effect, because the client sent different requests.";
    return { name: "not-reached", sentence, evidence: [] };
  }
  const hasPassed = seen.exitCode === 0;
  const found = newFindings(seen, baseline.first).filter(
    (finding) => hasPassed || !(isMoot(finding, seen) || sawNothingNew(finding, seen, baseline)),
  );
  const sentences = new Set(found.map(({ id, sentence }) => `${id}: ${sentence}`));
  const evidence = [...sentences].slice(0, MAX_EVIDENCE);
  const missed = hasPassed ? missedDamage(experiment, seen, baseline) : undefined;
  if (missed !== undefined) return { name: "false-success", sentence: missed, evidence };
  const [worst] = found;
  if (worst !== undefined) return { name: "misbehaved", sentence: worst.sentence, evidence };
  if (hasPassed) return { name: "survived", sentence: "The command passed.", evidence: [] };
  const rest =
    seen.activeJobs.size === 0
      ? ", and left no job running."
      : ". A job that the client didn't know about, or could no longer follow, is still active.";
  const sentence = `The command failed with exit code ${seen.exitCode}${rest}`;
  return { name: "failed-loudly", sentence, evidence: [] };
}

const MAX_EVIDENCE = 5;

/** Whether a client that failed was allowed to omit the step that a finding is about. */
function isMoot({ id, jobId = "" }: Finding, { activeJobs }: SeenRun): boolean {
  return MOOT_IF_REPORTED.has(id) || (id === "never-looked-at" && !activeJobs.has(jobId));
}

/**
 * Whether a client's calls and responses all match the first run. If so, the test may have failed
 * because it checks the job itself.
 */
function sawNothingNew({ sandbox }: Finding, seen: SeenRun, { first }: Baseline): boolean {
  const [known, own] = [callsIn(first, sandbox), callsIn(seen, sandbox)];
  return own.length > 0 && own.every((call, index) => call === known[index]);
}

function callsIn({ calls }: SeenRun, sandbox: string): readonly string[] {
  return calls
    .filter((call) => call.sandbox === sandbox)
    .map(({ exchange: { method, url, response, end } }) =>
      JSON.stringify([method, url, response.status, response.body, end]),
    );
}

export function combined(first: Judgment, second: Judgment): Judgment {
  if (first.name === second.name) return first;
  return {
    name: "flaky",
    sentence: `Two runs had different verdicts: ${first.name}, then ${second.name}.`,
    evidence: [first, second].map(({ name, sentence }) => `${name}: ${sentence}`),
  };
}

/** Errors and warnings that the first run did not have in the same sandbox, worst first. */
export function newFindings(seen: SeenRun, first: SeenRun): readonly Finding[] {
  const known = new Set(seriousIn(first).map(keyOf));
  // No fault changes the pace of successful polls.
  const isNew = (found: Finding) => found.id !== "polled-too-fast" && !known.has(keyOf(found));
  return seriousIn(seen).filter(isNew);
}

export function seriousIn({ findings }: SeenRun): readonly Finding[] {
  return findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
}

/** A finding's key, without the number of an unnamed sandbox: tests can run in any order. */
function keyOf({ id, sandbox }: Finding): string {
  return `${id} ${/^sandbox-\d+$/.test(sandbox) ? "" : sandbox}`;
}
