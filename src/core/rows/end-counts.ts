import type { InputsOutcome } from "../job/facts.ts";
import type { JobView } from "../job/view.ts";
import { unfinishedEnd } from "./row.ts";

/** Counts a job's rows by outcome. Doesn't read the rows. Unfinished rows may still run. */
export function endCounts(view: JobView, inputs: InputsOutcome | undefined) {
  const { numRows, rowsCompleted } = view;
  const failedRows = (inputs?.kind === "ready" && inputs.failedRows) || [];
  const failed = countBelow(failedRows, rowsCompleted);
  const rest = numRows - rowsCompleted;
  const end = unfinishedEnd(view)?.kind;
  return {
    succeeded: rowsCompleted - failed,
    // Rows that could not be read have no outcome.
    errored: failed + (end === "errored" && inputs?.kind !== "refused" ? rest : 0),
    canceled: end === "canceled" ? rest : 0,
    expired: end === "expired" ? rest : 0,
    unfinished: end === undefined ? rest : 0,
  };
}

/** The number of items in an ascending list that are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? limit) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
