import { pause } from "../codec/pause.ts";
import type { SubmittedFact } from "../core/job/facts.ts";
import type { JsonValue } from "../core/json.ts";
import type { OutputOf, OutputRequest } from "../core/rows/output-of.ts";
import {
  type ResultColumn,
  type Row,
  type RowInput,
  type RowSource,
  rowWith,
} from "../core/rows/row.ts";
import type { DecidedOutcome, RowKey } from "../core/rows/row-rule.ts";
import { rowText } from "../core/rows/row-text.ts";
import {
  type JobRowSettings,
  type JobRows,
  openJobRows,
  type RowRequest,
} from "../generate/job-rows.ts";
import { rowOutcomes } from "../generate/row-outcomes.ts";
import { truncateToTokens } from "../generate/tokens.ts";
import { askAuthor } from "./ask-author.ts";
import { type CallContext, storedJob } from "./call-context.ts";
import { JobCache } from "./job-cache.ts";
import { rowTokenLimit } from "./measure.ts";

/** Number of rows per batch. */
const BATCH_ROWS = 256;
/** Number of rows that are made at once. */
const SLICE_ROWS = 16;
/**
 * Milliseconds after which other work runs before the next slice. Most batches take less; a pause after each slice took a
 * tenth of the time of short rows.
 */
const SLICES_MS = 4;

/** Characters of output after which a batch ends early: a scenario rule may make every row large. */
const BATCH_LENGTH = 4 * 1024 * 1024;

/**
 * Makes some of a job's rows, from `index` on: always the same rows, regardless of how often and in which order rows are
 * requested. Without outputs, they contain what is known about the inputs.
 */
type RowMaker = (
  index: number,
  inputs: readonly RowInput[],
  hasOutputs?: boolean,
) => Promise<readonly Row[]>;

/** Dependencies of rows in addition to their job. */
export type RowContext = Pick<CallContext, "sandbox" | "rules" | "services">;

/** Cached because making a maker compiles the job's schema. */
const makers = new JobCache<Promise<RowMaker>>(1000);

/** Returns the function that makes a job's rows. */
function rowMakerOf(jobId: string, context: RowContext): Promise<RowMaker> {
  const { sandbox } = context;
  return makers.of(sandbox, jobId, async () => {
    const [submitted] = storedJob(sandbox, jobId).facts;
    return await createRowMaker(submitted, context);
  });
}

/** The parts of a submission that determine its rows. */
type RowBasis = Pick<SubmittedFact, "jobId" | "seed" | "model" | "submission" | "rowRules">;

/** Prepares the function that makes the rows of a submission. */
export async function createRowMaker(basis: RowBasis, context: RowContext): Promise<RowMaker> {
  const { output, schemas } = context.services;
  const rows = await openJobRows(settingsOf(basis, context), schemas.for(context.sandbox.name));
  const hasOriginals = context.rules.assumptions["truncated-inputs"] === "original";
  return makerFor(basis, rows, { outcomeOf: createOutcomeOf(basis, output), hasOriginals });
}

function settingsOf(basis: RowBasis, { rules }: RowContext): JobRowSettings {
  const { seed, model, submission, rowRules = [] } = basis;
  const { systemPrompt, jsonSchema, samplingParams, randomSeedPerInput } = submission;
  return {
    seed,
    model,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    samplingParams,
    randomSeedPerInput,
    reasoningShape: rules.reasoning,
    canViolate: rowRules.some(({ outcome }) => outcome.kind === "schemaViolation"),
  };
}

type OutcomeOf = (row: RowKey) => DecidedOutcome | undefined;

/** The author's function takes precedence over the rules in effect at submission; undefined if neither applies. */
function createOutcomeOf(basis: RowBasis, output?: OutputOf): OutcomeOf | undefined {
  const { rowRules, seed } = basis;
  const byRule = rowRules === undefined ? undefined : rowOutcomes(rowRules, seed);
  if (output === undefined) return byRule;
  return (row) => {
    const text = askAuthor(output, requestFor(basis, row));
    return text === undefined ? byRule?.(row) : { kind: "text", text };
  };
}

function requestFor({ jobId, model, submission }: RowBasis, row: RowKey): OutputRequest {
  const { systemPrompt, jsonSchema } = submission;
  return {
    jobId,
    ...row,
    model: model.id,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
  };
}

/** The model sees a row truncated to what fits. A row that must not be truncated has an empty output (assumption `row-too-long`). */
function makerFor(
  { submission, model }: RowBasis,
  make: JobRows,
  {
    outcomeOf,
    hasOriginals,
  }: { readonly outcomeOf: OutcomeOf | undefined; readonly hasOriginals: boolean },
): RowMaker {
  const limit = rowTokenLimit(submission, model);
  return async (start, inputs, hasOutputs = true) => {
    const requests: RowRequest[] = [];
    const refused: [number, Row][] = [];
    inputs.forEach((value, offset) => {
      const index = start + offset;
      const input = typeof value === "string" ? value : rowText(value, submission.rowText);
      const seen = truncateToTokens(input, limit);
      if (seen === input || submission.truncateRows)
        requests.push({
          index,
          input: seen,
          outcome: hasOutputs ? outcomeOf?.({ index, input }) : undefined,
        });
      else refused.push([offset, rowWithoutOutput({ input })]);
    });
    const rows = hasOutputs ? await madeRows(requests, make) : requests.map(rowWithoutOutput);
    // In ascending order, so each offset is right once the rows before it are in place.
    for (const [offset, row] of refused) rows.splice(offset, 0, row);
    const isWhole = rows.every(({ input }, offset) => input === inputs[offset]);
    return hasOriginals && !isWhole
      ? rows.map((row, offset) => rowWith(row, { value: inputs[offset] ?? row.input }))
      : withValues(rows, inputs);
  };
}

async function madeRows(requests: readonly RowRequest[], make: JobRows): Promise<Row[]> {
  return requests.length === 0 ? [] : [...(await make(requests))];
}

function rowWithoutOutput({ input }: Pick<Row, "input">): Row {
  return { input, output: "", cumulativeLogprob: 0 };
}

/** Rows with the whole inputs that are not strings. */
function withValues(rows: readonly Row[], inputs: readonly RowInput[]): readonly Row[] {
  if (inputs.every((value) => typeof value === "string")) return rows;
  return rows.map((row, offset) => {
    const value = inputs[offset];
    return value === undefined || typeof value === "string" ? row : rowWith(row, { value });
  });
}

/** Columns that don't depend on outputs. */
const GIVEN: ReadonlySet<ResultColumn> = new Set(["ids", "inputs"]);

/** All rows of a job, in batches. */
export function rowSource(jobId: string, context: RowContext): RowSource {
  return (columns) =>
    rowsFrom(jobId, 0, { ...context, hasOutputs: columns?.every((it) => GIVEN.has(it)) !== true });
}

/** A job's rows from an index on, in batches; other work runs between batches. */
export async function* rowsFrom(
  jobId: string,
  from: number,
  { hasOutputs = true, ...context }: RowContext & { readonly hasOutputs?: boolean },
): AsyncGenerator<readonly Row[]> {
  const make = await rowMakerOf(jobId, context);
  const { rows: stored, facts } = storedJob(context.sandbox, jobId);
  // A row that a scenario rule shapes may be large, and its pattern may take milliseconds.
  const sliceRows = facts[0].rowRules === undefined ? SLICE_ROWS : 1;
  const ids = stored?.ids && eachOf(stored.ids.batches(from, BATCH_ROWS));
  let index = from;
  for await (const inputs of stored?.batches(from, BATCH_ROWS) ?? []) {
    const batchIds = ids && (await nextOf(ids, inputs.length));
    const making = { start: index, make, sliceRows, ids: batchIds, hasOutputs };
    for await (const rows of rowsOf(inputs, making)) {
      yield rows;
      await pause();
    }
    index += inputs.length;
  }
}

async function* eachOf<Item>(
  batches: Iterable<readonly Item[]> | AsyncIterable<readonly Item[]>,
): AsyncGenerator<Item> {
  for await (const batch of batches) yield* batch;
}

async function nextOf(ids: AsyncGenerator<RowInput>, count: number): Promise<JsonValue[]> {
  const found: JsonValue[] = [];
  while (found.length < count) found.push((await ids.next()).value ?? null);
  return found;
}

type Making = {
  readonly start: number;
  readonly make: RowMaker;
  readonly sliceRows: number;
  /** The rows' IDs, if they have any. */
  readonly ids: readonly JsonValue[] | undefined;
  readonly hasOutputs: boolean;
};

async function* rowsOf(
  inputs: readonly RowInput[],
  { start, make, sliceRows, ids, hasOutputs }: Making,
): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let length = 0;
  let resumedAt = performance.now();
  for (let offset = 0; offset < inputs.length; offset += sliceRows) {
    if (performance.now() - resumedAt > SLICES_MS) {
      await pause();
      resumedAt = performance.now();
    }
    let index = offset;
    const slice = inputs.slice(offset, offset + sliceRows);
    for (const row of await make(start + offset, slice, hasOutputs)) {
      rows.push(ids === undefined ? row : rowWith(row, { id: ids[index++] ?? null }));
      length += row.output.length;
      if (length < BATCH_LENGTH) continue;
      yield rows;
      rows = [];
      length = 0;
    }
  }
  if (rows.length > 0) yield rows;
}
