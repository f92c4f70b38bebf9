import type { CaseFile } from "../case-file.ts";
import type { JobCase } from "../job-cases.ts";
import { type Observed, observedIn } from "../observed.ts";

/** Requests and polls that waited for a `manual` clock that was not advanced. */
export function judgeClock({ evidence }: CaseFile): Observed {
  return observedIn(evidence.stalls, (sentence) => [
    { id: "clock-stalled", sentence, exchanges: [], subject: sentence },
  ]);
}

/** Whether a client polled a job, and still would, on a `manual` clock that was not advanced: nothing else it did is to blame. */
export function isClockStalled({ evidence }: CaseFile, { jobId, looks }: JobCase): boolean {
  const isStalled = evidence.stalls.some((sentence) => sentence.includes(jobId));
  return isStalled && looks.at(-1)?.at === evidence.now;
}
