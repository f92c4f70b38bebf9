import type { LineRows } from "../../codec/line-rows.ts";
import { Work } from "../../codec/work.ts";
import { andThen } from "../../core/and-then.ts";
import { invalidRequest } from "../../core/errors.ts";
import type { ReadyInputs } from "../../core/job/facts.ts";
import type { JsonValue } from "../../core/json.ts";
import { pointedBy } from "../../core/json-pointer.ts";
import type { RecordPlaces } from "../../core/rows/input-places.ts";
import { InputSet } from "../../core/rows/input-set.ts";
import { recordReader } from "../../core/rows/record-reader.ts";
import type { RowError } from "../../core/rows/row-rule.ts";
import { countTokens } from "../../generate/tokens.ts";
import type { PackedRows } from "../../input/packed-rows.ts";
import { SLICE_MS } from "../in-slices.ts";
import { typicalTokens } from "../measure.ts";
import { type InputsReading, pathOf, type ReadInputs } from "../submission.ts";
import { createRecordCheck, type RecordCheck } from "./check-record.ts";

/** Number of records to read before other work may run. */
const SLICE_ROWS = 64;

/** Counts tokens, and finds records that will fail, so that views needn't read the records. */
export function recordMeasure(places: RecordPlaces, check: RecordCheck, typicalOutput: number) {
  const read = recordReader(places);
  const failedRows: number[] = [];
  const values = new InputSet();
  const counts = { numRows: 0, inputTokens: 0, estimatedOutputTokens: 0 };
  return {
    add: (value: JsonValue): void | Promise<void> => {
      const index = counts.numRows++;
      values.add(value);
      const parts = read(value);
      const { systemPrompt = "", maxTokens = typicalOutput } = parts.recipe;
      counts.inputTokens += countTokens(systemPrompt) + countTokens(parts.prompt);
      counts.estimatedOutputTokens += Math.min(maxTokens, typicalOutput);
      return andThen(check(index, value, parts), (error: RowError | undefined) => {
        if (error !== undefined) failedRows.push(index);
      });
    },
    finish: (): ReadyInputs => ({
      ...{ kind: "ready", ...counts },
      ...(failedRows.length > 0 && { failedRows }),
      ...(values.digest !== undefined && { digest: values.digest }),
    }),
  };
}

/** Checks and measures records. Throws an ApiError for a repeated ID if IDs must be unique. */
export async function recordsRead(
  { context, call, submission, model, rowRules = [] }: InputsReading,
  rows: PackedRows | LineRows,
): Promise<ReadInputs & { readonly outcome: ReadyInputs }> {
  const { sandbox } = context;
  const { places = { prompt: [] } } = submission;
  const check = await createRecordCheck({ seed: sandbox.seed, rowRules }, context);
  const work = new Work(sandbox.name);
  const measure = recordMeasure(places, check, typicalTokens(model, submission.samplingParams));
  const requireOwnId = idCheck(places, pathOf(call, "inputs"));
  let index = 0;
  for await (const batch of rows.batches(0, SLICE_ROWS)) {
    if (index > 0) await work.pauseAfter(SLICE_MS);
    for (const value of batch) {
      requireOwnId?.(value, index++);
      const adding = measure.add(value);
      if (adding instanceof Promise) await adding;
    }
  }
  return { outcome: measure.finish(), rows };
}

function idCheck(places: RecordPlaces, path: string) {
  if (!places.uniqueIds) return undefined;
  const ids = new Map<string, number>();
  const finders = (places.id ?? []).map(pointedBy);
  return (value: JsonValue, index: number): void => {
    const id = finders.map((find) => find(value)).find((found) => typeof found === "string");
    if (typeof id !== "string") return;
    const before = ids.get(id);
    if (before !== undefined) {
      const message = `Expected each input to have a unique ID, got \`${id}\` at indexes ${before} and ${index}.`;
      throw invalidRequest([{ path: `${path}/${index}`, message, type: "uniqueItems" }]);
    }
    ids.set(id, index);
  };
}
