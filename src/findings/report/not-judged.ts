import type { Evidence } from "../evidence.ts";
import { showsPace } from "../families/pace.ts";
import type { FindingId } from "../finding-id.ts";

/** Something that a report does not say, and why. */
export type NotJudged = { readonly what: string; readonly why: string };

/** The findings about pace: they need a clock that goes by itself. */
export const PACE_FINDINGS: readonly FindingId[] = [
  "polled-too-fast",
  "no-backoff",
  "retry-after-ignored",
  "gave-up",
];

const PACE: NotJudged = {
  what: `pace (${PACE_FINDINGS.join(", ")})`,
  why: "on a `manual` or `poll` clock a client's pauses say nothing; run once on a `real` or scaled clock",
};

const CLIENT_ERRORS: NotJudged = {
  what: "whether the client reported an error where a fault had fired",
  why: "that happens inside the client; a test can say so with `expectClientError`",
};

const BUGS: NotJudged = {
  what: "exchanges that the simulator failed to answer",
  why: "that was batch-sim's own fault, and not the client's",
};

/** What could not be judged in a sandbox. */
export function notJudged(evidence: Evidence): readonly NotJudged[] {
  const { traces, droppedTraces } = evidence;
  if (traces.length === 0) return [];
  return [
    ...(showsPace(evidence) ? [] : [PACE]),
    ...(traces.some(({ fault }) => fault !== undefined) ? [CLIENT_ERRORS] : []),
    ...(droppedTraces > 0 ? [forgotten(droppedTraces)] : []),
    ...(traces.some(({ simError }) => simError !== undefined) ? [BUGS] : []),
  ];
}

function forgotten(count: number): NotJudged {
  return { what: `the oldest ${count} exchanges`, why: "more were made than are remembered" };
}
