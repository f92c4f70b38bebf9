import type { ExchangeSummary } from "../../control/reports.ts";
import type { Finding } from "../../findings/finding.ts";
import { type CallOutcome, outcomeOf, worstOf } from "./outcome.ts";
import { positionOf, type TimeSpan } from "./time-scale.ts";

/** Looks up the findings that an exchange shows. */
export type FindingsOf = (id: number) => readonly Finding[];

/** One or more calls at the same place of a lane. */
export type Mark = {
  /** In pixels from the left. */
  readonly x: number;
  readonly calls: readonly ExchangeSummary[];
  readonly outcome: CallOutcome;
  readonly isFaulted: boolean;
  /** The findings that these calls show. */
  readonly findings: readonly Finding[];
};

/** Marks that are closer than this become one, in pixels. */
const MIN_DISTANCE = 9;

/** The marks of calls on a lane of this width, from left to right. */
export function marksOf(
  calls: readonly ExchangeSummary[],
  { span, width }: { readonly span: TimeSpan; readonly width: number },
  findingsOf: FindingsOf,
): readonly Mark[] {
  const groups: { x: number; calls: ExchangeSummary[] }[] = [];
  for (const call of calls) {
    const x = positionOf(span, call.at) * width;
    if (x < -MIN_DISTANCE || x > width + MIN_DISTANCE) continue;
    const last = groups.at(-1);
    if (last !== undefined && x - last.x < MIN_DISTANCE) last.calls.push(call);
    else groups.push({ x, calls: [call] });
  }
  return groups.map(({ x, calls: own }) => ({
    x,
    calls: own,
    outcome: worstOf(own.map(outcomeOf)),
    isFaulted: own.some(({ fault }) => fault !== undefined),
    findings: own.flatMap(({ id }) => findingsOf(id)),
  }));
}

/** The call of a mark to show first: one with a finding, or the worst one. */
export function leadOf({ calls, outcome }: Mark, findingsOf: FindingsOf): number {
  const lead =
    calls.find(({ id }) => findingsOf(id).length > 0) ??
    calls.find((call) => call.fault !== undefined) ??
    calls.find((call) => outcomeOf(call) === outcome);
  return lead?.id ?? 0;
}
