import type { JournalGap } from "../core/journal-gap.ts";
import type { Observation } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";

/** Findings that conclude from a request that the journal doesn't have. */
const CONCLUDED_FROM_ABSENCE: ReadonlySet<FindingId> = new Set<FindingId>([
  "gave-up",
  "results-too-early",
  "never-downloaded",
  "downloaded-too-late",
  "never-looked-at",
  "still-active",
  "cancel-not-followed",
  "cancelling-taken-for-end",
  "not-retried",
  "went-on-after-bad-download",
  "expected-did-not-occur",
]);

/** Whether exchanges that were not recorded may explain what a client seems to have done wrong. */
export function isExplainedBy(
  gaps: readonly JournalGap[],
  { id, exchanges }: Observation,
): boolean {
  const lastId = gaps.at(-1)?.untilId;
  if (lastId === undefined || !CONCLUDED_FROM_ABSENCE.has(id)) return false;
  // What the client did afterward was recorded completely.
  return exchanges.length === 0 || exchanges.some((exchange) => exchange <= lastId);
}
