import { counted } from "../../core/counted.ts";
import type { Evidence } from "../evidence.ts";
import { showsPace } from "../families/pace.ts";
import type { FindingId } from "../finding-id.ts";

/** Something that the report does not judge, and why. */
export type NotJudged = { readonly what: string; readonly why: string };

/** Findings about a client's pace; they require a clock that moves by itself. */
export const PACE_FINDINGS: readonly FindingId[] = [
  "polled-too-fast",
  "no-backoff",
  "retry-after-ignored",
];

export function notJudged(evidence: Evidence): readonly NotJudged[] {
  const { traces, droppedTraces, journalGaps = [] } = evidence;
  if (traces.length === 0) return [];
  const cases: readonly (NotJudged & { readonly isGiven: boolean })[] = [
    {
      isGiven: !showsPace(evidence),
      what: `pace (${PACE_FINDINGS.join(", ")})`,
      why: "on a `manual` or `poll` clock, the time between a client's requests can't be judged; run the tests once on a `real` or scaled clock",
    },
    {
      isGiven: traces.some(({ fault }) => fault !== undefined),
      what: "whether the client reported an error after a fault",
      why: "batch-sim can't see such an error; a test can declare it with `expectClientError`",
    },
    {
      isGiven: droppedTraces > 0,
      what: `the oldest ${droppedTraces === 1 ? "exchange" : counted(droppedTraces, "exchange")}`,
      why: "there were more exchanges than the report can hold",
    },
    {
      isGiven: journalGaps.length > 0,
      what: "requests that appear to be missing",
      why: "the simulator was killed, or lost its database, before it had stored every exchange",
    },
    {
      // The simulator's own 4xx responses reject the client's requests; they aren't failures.
      isGiven: traces.some(
        ({ simError, status }) => simError !== undefined && (status === 0 || status >= 500),
      ),
      what: "exchanges in which the simulator itself failed",
      why: "these failures are batch-sim's fault, not the client's",
    },
  ];
  return cases.filter(({ isGiven }) => isGiven).map(({ what, why }) => ({ what, why }));
}
