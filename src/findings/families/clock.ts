import { mapInSteps, type Stepwise } from "../../core/steps.ts";
import type { CaseFile } from "../case-file.ts";
import type { Observation } from "../finding.ts";

/** Requests and polls that waited for a `manual` clock that was not advanced. */
export function judgeClock({ evidence }: CaseFile): Stepwise<readonly Observation[]> {
  return mapInSteps(evidence.stalls, (sentence) => ({
    id: "clock-stalled",
    sentence,
    exchanges: [],
    subject: sentence,
  }));
}
