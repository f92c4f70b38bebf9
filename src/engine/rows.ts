import { Work } from "../codec/work.ts";
import type { JsonValue } from "../core/json.ts";
import { type Row, type RowInput, rowWith } from "../core/rows/row.ts";
import { type InputRows, storedJob } from "../state/sandbox-state.ts";
import type { RowContext } from "./call-context.ts";
import { jobCache } from "./job-cache.ts";
import type { RowMaker } from "./records/record-rows.ts";

const BATCH_ROWS = 256;
const SLICE_ROWS = 16;
/** Milliseconds between pauses for other work; pausing after each batch would take 10% longer. */
const SLICES_MS = 4;

/** Number of characters of output after which a batch ends: a rule may make every row large. */
const BATCH_LENGTH = 4 * 1024 * 1024;

/** Each job's row maker, cached because creating one compiles the job's schema. */
const makers = jobCache<Promise<RowMaker>>(1000);

/** A range of row indexes: `from` is inclusive, `to` is exclusive. */
export type RowRange = { readonly from: number; readonly to: number };

/** Yields some of a job's rows, in batches. Lets other work run every few milliseconds. */
export async function* rowsIn(
  jobId: string,
  { from, to }: RowRange,
  { hasOutputs = true, ...context }: RowContext & { readonly hasOutputs?: boolean },
): AsyncGenerator<readonly Row[]> {
  const { sandbox } = context;
  const { rows: stored, facts } = storedJob(sandbox.state, jobId);
  const [submitted] = facts;
  const make = await makers(sandbox, jobId, async () => {
    // Loaded for the first row, together with all modules that generate values.
    const { createRowMaker } = await import("./row-maker.ts");
    return createRowMaker(submitted, context);
  });
  // A scenario rule may make a row large, or have a pattern that takes milliseconds to match.
  const sliceRows = submitted.rowRules === undefined ? SLICE_ROWS : 1;
  const ids = stored?.ids && eachOf(stored.ids.batches(from, BATCH_ROWS));
  const work = new Work(sandbox.name);
  let index = from;
  for await (const batch of stored?.batches(from, BATCH_ROWS) ?? []) {
    const inputs = batch.length > to - index ? batch.slice(0, to - index) : batch;
    const batchIds = ids && (await nextOf(ids, inputs.length));
    let rows: Row[] = [];
    let length = 0;
    for (let offset = 0; offset < inputs.length; offset += sliceRows) {
      const pausing = work.pauseAfter(SLICES_MS);
      if (pausing !== undefined) await pausing;
      let place = offset;
      const slice = inputs.slice(offset, offset + sliceRows);
      for (const row of await make(index + offset, slice, hasOutputs)) {
        rows.push(batchIds === undefined ? row : rowWith(row, { id: batchIds[place++] ?? null }));
        length += row.output.length;
        if (length < BATCH_LENGTH) continue;
        yield rows;
        await work.pauseAfter(SLICES_MS);
        rows = [];
        length = 0;
      }
    }
    if (rows.length > 0) yield rows;
    await work.pauseAfter(SLICES_MS);
    index += inputs.length;
    if (index >= to) return;
  }
}

async function* eachOf(batches: ReturnType<InputRows["batches"]>): AsyncGenerator<RowInput> {
  for await (const batch of batches) yield* batch;
}

async function nextOf(ids: AsyncGenerator<RowInput>, count: number): Promise<JsonValue[]> {
  const found: JsonValue[] = [];
  while (found.length < count) found.push((await ids.next()).value ?? null);
  return found;
}
