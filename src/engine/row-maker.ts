import { defined } from "../core/defined.ts";
import { SimulatorError } from "../core/errors.ts";
import { areRecords } from "../core/rows/input-places.ts";
import { promptReader } from "../core/rows/record-reader.ts";
import { type OutputOf, type OutputRequest, type Row, rowWith } from "../core/rows/row.ts";
import type { OutcomeOf } from "../core/rows/row-rule.ts";
import { type JobRows, openJobRows, type RowRequest } from "../generate/job-rows.ts";
import { rowOutcomes } from "../generate/row-outcomes.ts";
import { truncateToTokens } from "../generate/tokens.ts";
import type { RowContext } from "./call-context.ts";
import { rowTokenLimit } from "./measure.ts";
import { createRecordCheck } from "./records/check-record.ts";
import {
  type RowBasis,
  type RowMaker,
  recordRowMaker,
  rowWithoutOutput,
} from "./records/record-rows.ts";

export async function createRowMaker(basis: RowBasis, context: RowContext): Promise<RowMaker> {
  const { rules, services, sandbox } = context;
  const { seed, model, submission, rowRules = [] } = basis;
  const { systemPrompt, jsonSchema, samplingParams, randomSeedPerInput, places } = submission;
  if (areRecords(places)) {
    const check = await createRecordCheck(basis, context);
    return recordRowMaker(basis, (each) => createRowMaker(each, context), check, rules.reasoning);
  }
  const settings = defined({
    seed,
    model,
    systemPrompt,
    jsonSchema,
    samplingParams,
    randomSeedPerInput,
    reasoningShape: rules.reasoning,
    canViolate: rowRules.some(({ outcome }) => outcome.kind === "schemaViolation"),
  });
  const rows = await openJobRows(settings, services.schemas.for(sandbox.name));
  const hasOriginals = rules.assumptions["truncated-inputs"] === "original";
  return makerFor(basis, rows, createOutcomeOf(basis, services.output), hasOriginals);
}

/** Determines rows' outcomes with `output`, then with the rules. Undefined if there is neither. */
function createOutcomeOf(basis: RowBasis, output?: OutputOf): OutcomeOf | undefined {
  const { jobId, model, submission, rowRules, seed } = basis;
  const byRule = rowRules === undefined ? undefined : rowOutcomes(rowRules, seed);
  if (output === undefined) return byRule;
  const { systemPrompt, jsonSchema } = submission;
  const about = defined({ jobId, model: model.id, systemPrompt, jsonSchema });
  return (row) => {
    const text = askAuthor(output, { ...about, ...row });
    return text === undefined ? byRule?.(row) : { kind: "text", text };
  };
}

/** Makes a row maker. Rows over the limit are truncated, or have no output (`row-too-long`). */
function makerFor(
  { submission, model }: RowBasis,
  make: JobRows,
  outcomeOf: OutcomeOf | undefined,
  hasOriginals: boolean,
): RowMaker {
  const limit = rowTokenLimit(submission, model);
  const promptOf = promptReader(submission.places ?? { prompt: [] });
  return async (start, inputs, hasOutputs = true) => {
    const requests: RowRequest[] = [];
    const refused: [number, Row][] = [];
    inputs.forEach((value, offset) => {
      const index = start + offset;
      const input = typeof value === "string" ? value : promptOf(value).prompt;
      const seen = truncateToTokens(input, limit);
      const outcome = hasOutputs ? outcomeOf?.({ index, input }) : undefined;
      if (outcome?.kind === "error") refused.push([offset, rowWithoutOutput(seen, outcome.error)]);
      else if (seen === input || submission.truncateRows)
        requests.push({ index, input: seen, outcome });
      else refused.push([offset, rowWithoutOutput(input)]);
    });
    const rows = hasOutputs
      ? await madeRows(requests, make)
      : requests.map(({ input }) => rowWithoutOutput(input));
    // Rows are inserted in ascending order, so that each offset is correct once the rows before it
    // are in place.
    for (const [offset, row] of refused) rows.splice(offset, 0, row);
    if (rows.every(({ input }, offset) => input === inputs[offset])) return rows;
    return rows.map((row, offset) => {
      const value = inputs[offset];
      if (value === undefined || (typeof value === "string" && !hasOriginals)) return row;
      return rowWith(row, { value });
    });
  };
}

async function madeRows(requests: readonly RowRequest[], make: JobRows): Promise<Row[]> {
  if (requests.length === 0) return [];
  const rows = [...(await make(requests))];
  if (!requests.some(({ outcome }) => outcome?.kind === "refusal")) return rows;
  return rows.map((row, place) =>
    requests[place]?.outcome?.kind === "refusal" ? rowWith(row, { isRefusal: true }) : row,
  );
}

/** Calls `output`. Throws a SimulatorError if it throws, or returns neither text nor undefined. */
function askAuthor(output: OutputOf, request: OutputRequest): string | undefined {
  const place = `row ${request.index} of job \`${request.jobId}\``;
  let text: unknown;
  try {
    text = output(request);
  } catch (cause) {
    throw new SimulatorError("SIM_OPTION", `Failed to make ${place}: \`output\` threw ${cause}.`, {
      cause,
    });
  }
  if (text === undefined || typeof text === "string") return text;
  throw new SimulatorError(
    "SIM_OPTION",
    `Expected \`output\` to return a string or undefined for ${place}, got \`${JSON.stringify(text)}\` (${typeof text}). \`output\` can't be asynchronous.`,
  );
}
