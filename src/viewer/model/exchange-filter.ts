import type { ExchangeSummary } from "../../control/reports.ts";
import { type CallOutcome, outcomeOf } from "./outcome.ts";

/** Conditions on the exchanges to show; an empty string allows all. */
export type ExchangeFilter = {
  /** Part of the method, path, job, operation, or fault. */
  readonly text: string;
  readonly operation: string;
  readonly outcome: CallOutcome | "";
  readonly jobId: string;
  readonly isFaulted: boolean;
  readonly hasFinding: boolean;
};

/** Shows everything. */
export const NO_FILTER: ExchangeFilter = {
  text: "",
  operation: "",
  outcome: "",
  jobId: "",
  isFaulted: false,
  hasFinding: false,
};

/** The exchanges that meet every condition, in the same order. */
export function filtered(
  exchanges: readonly ExchangeSummary[],
  filter: ExchangeFilter,
  findingsOf: (id: number) => number,
): readonly ExchangeSummary[] {
  const text = filter.text.trim().toLowerCase();
  return exchanges.filter(
    (each) =>
      (filter.operation === "" || each.operationId === filter.operation) &&
      (filter.jobId === "" || each.jobId === filter.jobId) &&
      (filter.outcome === "" || outcomeOf(each) === filter.outcome) &&
      (!filter.isFaulted || each.fault !== undefined) &&
      (!filter.hasFinding || findingsOf(each.id) > 0) &&
      (text === "" || textOf(each).includes(text)),
  );
}

function textOf({ id, method, url, jobId, operationId, fault, status }: ExchangeSummary): string {
  return [id, method, url, jobId, operationId, fault, status].join(" ").toLowerCase();
}

/** The operations of exchanges, in alphabetical order. */
export function operationNames(exchanges: readonly ExchangeSummary[]): readonly string[] {
  const names = new Set(exchanges.flatMap(({ operationId }) => operationId ?? []));
  return [...names].sort();
}

/** IDs to offer at once. */
const MAX_IDS = 50;

/** The first IDs that contain a string, in any case. */
export function idsWith(text: string, ids: Iterable<string>): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const found: string[] = [];
  for (const id of ids) {
    if (found.length === MAX_IDS) break;
    if (id !== "" && id.toLowerCase().includes(wanted)) found.push(id);
  }
  return found;
}
