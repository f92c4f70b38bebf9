import type { CaseFile } from "./case-file.ts";
import type { Observation } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";

/** Findings that conclude from a request that the journal doesn't have. */
const CONCLUDED_FROM_ABSENCE: ReadonlySet<FindingId> = new Set<FindingId>([
  "gave-up",
  "results-too-early",
  "never-downloaded",
  "failed-rows-unread",
  "finished-rows-dropped",
  "downloaded-too-late",
  "never-looked-at",
  "still-active",
  "cancel-not-followed",
  "cancelling-taken-for-end",
  "not-retried",
  "went-on-after-bad-download",
  "expected-did-not-occur",
]);

/** Tells whether exchanges that were not recorded, or were dropped, may explain what a client seems to have done wrong. */
export function explainedByLoss({
  evidence: { journalGaps = [], droppedUntil = 0 },
  jobs,
}: CaseFile): (observation: Observation) => boolean {
  const lastId = Math.max(droppedUntil, journalGaps.at(-1)?.untilId ?? 0);
  return ({ id, exchanges, jobId }) => {
    if (lastId === 0 || !CONCLUDED_FROM_ABSENCE.has(id)) return false;
    const created = jobId === undefined ? undefined : jobs.get(jobId)?.created;
    const about = created === undefined ? exchanges : [created.id];
    // Later calls, and calls about later jobs, were recorded completely.
    return about.length === 0 || about.some((exchange) => exchange <= lastId);
  };
}
