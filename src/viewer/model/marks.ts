import type { ExchangeSummary } from "../../control/reports.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Recording } from "./recording.ts";
import { positionOf, type TimeSpan } from "./time-scale.ts";

/** Outcomes of calls, worst last. Each outcome has a mark with its own color and shape. */
export const OUTCOME_TEXT = {
  success: "success",
  refused: "refused (4xx)",
  error: "server error (5xx)",
  lost: "no complete response",
} as const;

export type CallOutcome = keyof typeof OUTCOME_TEXT;

export const OUTCOMES = Object.keys(OUTCOME_TEXT) as readonly CallOutcome[];

export function outcomeOf({ status, end }: Pick<ExchangeSummary, "status" | "end">): CallOutcome {
  if (status === 0 || end !== "finished") return "lost";
  const hundreds = Math.floor(status / 100);
  if (hundreds >= 5) return "error";
  return hundreds === 4 ? "refused" : "success";
}

/** Titles for serious findings, by weight. Pending findings become final when the sandbox ends. */
export const SERIOUS = { error: "Errors", warning: "Warnings", pending: "Pending" } as const;

/** Titles for all findings, by weight, most serious first. */
export const WEIGHT_TITLES = { ...SERIOUS, info: "Worth knowing", expected: "Expected" } as const;

export type Weight = keyof typeof WEIGHT_TITLES;

export const WEIGHTS = Object.keys(WEIGHT_TITLES) as readonly Weight[];

export function weightOf({ severity, isExpected, isPending }: Finding): Weight {
  if (isExpected) return "expected";
  return severity !== "info" && isPending === true ? "pending" : severity;
}

export function heaviestOf(findings: readonly Finding[]): Weight | undefined {
  const weights = new Set(findings.map(weightOf));
  return WEIGHTS.find((weight) => weights.has(weight));
}

export type FindingsOf = (id: number) => readonly Finding[];

/** A mark in a lane, for one call or for several calls close together. */
export type Mark = ReturnType<typeof marksOf>[number];

/** Minimum distance between marks, in pixels; closer calls share a mark. */
const MIN_DISTANCE = 9;

/** Marks for the calls in a lane, from left to right; `width` is in pixels. */
export function marksOf(
  calls: readonly ExchangeSummary[],
  { span, width }: { readonly span: TimeSpan; readonly width: number },
  findingsOf: FindingsOf,
) {
  const groups: { x: number; calls: ExchangeSummary[] }[] = [];
  for (const call of calls) {
    const x = positionOf(span, call.at) * width;
    if (x < -MIN_DISTANCE || x > width + MIN_DISTANCE) continue;
    const last = groups.at(-1);
    if (last !== undefined && x - last.x < MIN_DISTANCE) last.calls.push(call);
    else groups.push({ x, calls: [call] });
  }
  return groups.map(({ x, calls: own }) => {
    const outcomes = own.map(outcomeOf);
    const worst = OUTCOMES.findLast((each) => outcomes.includes(each)) ?? "success";
    const found = own.find(({ id }) => findingsOf(id).length > 0);
    const faulted = own.find(({ fault }) => fault !== undefined);
    return {
      x,
      calls: own,
      outcome: worst,
      isFaulted: faulted !== undefined,
      findings: own.flatMap(({ id }) => findingsOf(id)),
      /** The mark's main call: one with a finding, else one with a fault, else the worst. */
      lead: found ?? faulted ?? own[outcomes.indexOf(worst)],
    };
  });
}

/** The attempts to deliver webhooks about a job, each with its outcome in words. */
export function webhookTexts({ deliveries }: Pick<Recording, "deliveries">, about: string) {
  return deliveries.flatMap(({ jobId, event, attempts }) =>
    (jobId === about ? attempts : []).map(({ at, status, reason, fault }) => ({
      at,
      text: `webhook ${event}: ${status || reason}${fault ? `, fault ${fault}` : ""}`,
      outcome: outcomeOf({ status, end: "finished" }),
    })),
  );
}
