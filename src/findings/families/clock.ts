import type { CaseFile } from "../case-file.ts";
import type { Observation } from "../finding.ts";

/** Requests and polls that waited for a `manual` clock that was not advanced. */
export function judgeClock({ evidence }: CaseFile): readonly Observation[] {
  return evidence.stalls.map((sentence) => ({
    id: "clock-stalled",
    sentence,
    exchanges: [],
    subject: sentence,
  }));
}
