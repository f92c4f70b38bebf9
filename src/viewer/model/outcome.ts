import type { ExchangeSummary } from "../../control/reports.ts";

/** How a call ended, for its mark: each has a color and a shape of its own. */
export type CallOutcome = "success" | "refused" | "error" | "lost";

/** The meaning of each outcome, for the reader. */
export const OUTCOME_TEXT: Readonly<Record<CallOutcome, string>> = {
  success: "success",
  refused: "refused (4xx)",
  error: "server error (5xx)",
  lost: "no complete response",
};

export function outcomeOf({ status, end }: Pick<ExchangeSummary, "status" | "end">): CallOutcome {
  if (status === 0 || end !== "finished") return "lost";
  const hundreds = Math.floor(status / 100);
  if (hundreds >= 5) return "error";
  return hundreds === 4 ? "refused" : "success";
}

/** The outcome that a mark for several calls shows. */
export function worstOf(outcomes: readonly CallOutcome[]): CallOutcome {
  const order: readonly CallOutcome[] = ["lost", "error", "refused", "success"];
  return order.find((each) => outcomes.includes(each)) ?? "success";
}
