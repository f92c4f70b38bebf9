import type { CaseFile } from "../case-file.ts";
import { type Observed, observedIn } from "../observed.ts";

/** Requests and polls that waited for a `manual` clock that was not advanced. */
export function judgeClock({ evidence }: CaseFile): Observed {
  return observedIn(evidence.stalls, (sentence) => [
    { id: "clock-stalled", sentence, exchanges: [], subject: sentence },
  ]);
}
