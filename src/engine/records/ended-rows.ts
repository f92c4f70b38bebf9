import { wordOf } from "../../core/assumption.ts";
import type { SubmittedFact } from "../../core/job/facts.ts";
import type { JobView } from "../../core/job/view.ts";
import type { JsonValue } from "../../core/json.ts";
import { type Rng, rngFor } from "../../core/rng.ts";
import { areRecords } from "../../core/rows/input-places.ts";
import { lineOf } from "../../core/rows/line.ts";
import { type ResultColumn, type Row, type RowEnd, unfinishedEnd } from "../../core/rows/row.ts";
import { type StoredJob, storedJob } from "../../state/sandbox-state.ts";
import type { CallContext, Results, RowContext } from "../call-context.ts";
import { type RowRange, rowsIn } from "../rows.ts";
import { viewJob } from "../view-job.ts";

/** Number of rows to shuffle at a time: enough to catch clients that rely on the input order. */
const BLOCK_ROWS = 256;

const GIVEN: ReadonlySet<ResultColumn> = new Set(["ids", "inputs"]);

/** A job's rows in the results' order: those that ran and, if the service lists them, the rest. */
export function endedRows(view: JobView, context: RowContext): Pick<Results, "numRows" | "rows"> {
  const { jobId, rowsCompleted } = view;
  const { facts, rows: stored } = storedJob(context.sandbox.state, jobId);
  const [{ submission, assumptions }] = facts;
  const total = stored?.length ?? 0;
  const end = unfinishedEnd(view);
  const isListed =
    wordOf(assumptions, "unfinished-results") === "listed" && areRecords(submission.places);
  const numRows = rowsCompleted >= total || (isListed && end !== undefined) ? total : rowsCompleted;
  const rng = orderRng(facts[0]);
  return {
    numRows,
    rows: async function* (columns) {
      const needsOutputs = columns?.every((column) => GIVEN.has(column)) !== true;
      for (const range of rangesOf(numRows, rowsCompleted, rng?.())) {
        const hasOutputs = range.from < rowsCompleted && needsOutputs;
        const rows = rowsIn(jobId, range, { ...context, hasOutputs });
        const order = rng?.(range.from);
        for await (const batch of rows) {
          const ended = range.from < rowsCompleted || !end ? batch : batch.map(endedBy(end));
          yield order === undefined ? ended : shuffled(ended, order);
        }
      }
    },
  };
}

/** Makes random generators for the row order; undefined for input order or rows without IDs. */
function orderRng({ seed, jobId, profile, submission, assumptions }: SubmittedFact) {
  const order = profile.results.order ?? wordOf(assumptions, "row-order");
  if (order === "input" || submission.places?.id === undefined) return undefined;
  return (block = -1): Rng => rngFor(seed, "row-order", jobId, block);
}

/** Two ranges: the rows that ran, then the others. With `rng`, splits and shuffles them. */
function rangesOf(numRows: number, done: number, rng: Rng | undefined): readonly RowRange[] {
  const parts = [
    { from: 0, to: Math.min(done, numRows) },
    { from: Math.min(done, numRows), to: numRows },
  ].filter(({ from, to }) => from < to);
  return rng === undefined ? parts : shuffled(parts.flatMap(blocksOf), rng);
}

function blocksOf({ from, to }: RowRange): RowRange[] {
  return Array.from({ length: Math.ceil((to - from) / BLOCK_ROWS) }, (_, index) => {
    const start = from + index * BLOCK_ROWS;
    return { from: start, to: Math.min(start + BLOCK_ROWS, to) };
  });
}

/** A copy in random order (Fisher–Yates shuffle). */
function shuffled<Item>(items: readonly Item[], rng: Rng): Item[] {
  const list = [...items];
  for (let left = list.length; left > 1; left--) {
    const chosen = rng.below(left);
    const item = list[chosen] as Item;
    list[chosen] = list[left - 1] as Item;
    list[left - 1] = item;
  }
  return list;
}

/** Returns a function that sets the `end` of a row's record. */
function endedBy(end: RowEnd): (row: Row) => Row {
  return (row) => (row.record === undefined ? row : { ...row, record: { ...row.record, end } });
}

/** The values of a job's lines; null if the job has no results or reads its inputs from a file. */
export async function lineValues(
  context: CallContext,
  job: StoredJob,
): Promise<readonly JsonValue[] | null> {
  const view = await viewJob(context, job);
  const { source, kept = {} } = job.facts[0].submission;
  if (view.results.kind !== "ready" || source.kind === "file") return null;
  const layout = context.rules.rowLines({ endedAt: view.completedAt ?? view.createdAt, kept });
  const lines: JsonValue[] = [];
  for await (const batch of endedRows(view, context).rows())
    for (const row of batch) {
      const line = lineOf(row, layout);
      if (line !== undefined) lines.push(JSON.parse(line));
    }
  return lines;
}
