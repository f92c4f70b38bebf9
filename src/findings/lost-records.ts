import type { CaseFile } from "./case-file.ts";
import type { Observation } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";
import { FINDING_TABLE } from "./finding-table.ts";

/** Findings besides omissions that conclude from a request that the journal doesn't have. */
const CONCLUDED_FROM_ABSENCE: ReadonlySet<FindingId> = new Set<FindingId>([
  "results-too-early",
  "downloaded-too-late",
  "expected-did-not-occur",
]);

/** Tells whether exchanges that were not recorded, or were dropped, may explain what a client seems to have done wrong. */
export function explainedByLoss({
  evidence: { journalGaps = [], droppedUntil = 0 },
  jobs,
}: CaseFile): (observation: Observation) => boolean {
  const lastId = Math.max(droppedUntil, journalGaps.at(-1)?.untilId ?? 0);
  return ({ id, exchanges, jobId }) => {
    const isConcluded = FINDING_TABLE[id].isOmission === true || CONCLUDED_FROM_ABSENCE.has(id);
    if (lastId === 0 || !isConcluded) return false;
    const created = jobId === undefined ? undefined : jobs.get(jobId)?.created;
    const about = created === undefined ? exchanges : [created.id];
    // Later calls, and calls about later jobs, were recorded completely.
    return about.length === 0 || about.some((exchange) => exchange <= lastId);
  };
}
