import type { LineRows } from "../../codec/lines/line-rows.ts";
import type { PackedRows } from "../../input/packed-rows.ts";
import { typicalTokens } from "../measure.ts";
import type { ReadInputs, ReadingContext, ReadingDraft } from "../submission.ts";
import { createRecordCheck } from "./check-record.ts";
import { measureRecords } from "./measure-records.ts";

/** Measures records. They fail individually, so none makes the whole job fail. */
export async function recordsRead(
  context: ReadingContext,
  { submission, model, rowRules = [] }: ReadingDraft,
  rows: PackedRows | LineRows,
): Promise<ReadInputs> {
  const check = await createRecordCheck({ seed: context.sandbox.seed, rowRules }, context);
  const typicalOutput = typicalTokens(submission, model);
  const { places = { prompt: [] } } = submission;
  const key = context.sandbox.name;
  return { outcome: await measureRecords(rows, places, { check, typicalOutput, key }), rows };
}
