import { cacheOf } from "../../core/cache-of.ts";
import { defined } from "../../core/defined.ts";
import type { SubmittedFact } from "../../core/job/facts.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { ReasoningShape } from "../../core/model.ts";
import { hash32 } from "../../core/rng.ts";
import { type Recipe, type RecordParts, recordReader } from "../../core/rows/record-reader.ts";
import { GOOD_END, type Row, type RowInput, type RowRecord, rowWith } from "../../core/rows/row.ts";
import type { RowError } from "../../core/rows/row-rule.ts";
import { countTokens } from "../../generate/tokens.ts";
import { outputTokensOf } from "../measure.ts";
import type { RecordCheck } from "./check-record.ts";

const MOST_RECIPES = 256;

/**
 * Makes some of a job's rows, starting at `index`. The rows are always the same, regardless of how
 * often and in which order they are requested. If `hasOutputs` is false, their outputs are empty.
 */
export type RowMaker = (
  index: number,
  inputs: readonly RowInput[],
  hasOutputs?: boolean,
) => Promise<readonly Row[]>;

export type RowBasis = Pick<SubmittedFact, "jobId" | "seed" | "model" | "submission" | "rowRules">;

type ReasonedRow = Row & { readonly reasoning?: string };

/** Consecutive inputs with the same recipe and, if they fail, with the same error. */
type Group = {
  readonly recipe: Recipe;
  readonly key: string;
  readonly parts: RecordParts[];
  readonly error: RowError | undefined;
};

/** Makes a row maker for a job whose rows may have different recipes. */
export function recordRowMaker(
  basis: RowBasis,
  prepare: (basis: RowBasis) => Promise<RowMaker>,
  check: RecordCheck,
  reasoning: ReasoningShape,
): RowMaker {
  const read = recordReader(basis.submission.places ?? { prompt: [] });
  const makers = cacheOf<Promise<RowMaker>>(MOST_RECIPES);
  const seed = hash32(basis.seed, "records", basis.jobId);
  const grouped = async (start: number, inputs: readonly RowInput[]): Promise<Group[]> => {
    const groups: Group[] = [];
    for (const [offset, input] of inputs.entries()) {
      const parts = read(input);
      const checked = check(start + offset, input, parts);
      const error = checked instanceof Promise ? await checked : checked;
      // Readers set recipes' fields in the same order, so equal recipes have equal JSON.
      const key = JSON.stringify(parts.recipe);
      const last = groups.at(-1);
      if (last?.key === key && last.error === error) last.parts.push(parts);
      else groups.push({ recipe: parts.recipe, key, parts: [parts], error });
    }
    return groups;
  };
  return async (start, inputs, hasOutputs = true) => {
    const rows: Row[] = [];
    for (const { recipe, key, parts, error } of await grouped(start, inputs)) {
      const first = start + rows.length;
      const made =
        hasOutputs && error === undefined
          ? await madeRows(await makers(key, () => prepare(basisOf(basis, recipe))), first, parts)
          : parts.map(({ prompt }) => rowWithoutOutput(prompt, error));
      for (const [offset, whole] of made.entries()) {
        const index = first + offset;
        const plain = recipe.isBare === true ? unquoted(whole) : whole;
        const row = recipe.reasons === true ? withReasoning(plain, reasoning) : plain;
        const { id = null, echo } = parts[offset] ?? {};
        const place = { id, ...(echo !== undefined && { echo }), index, seed };
        const record = recordOf(row, basis, recipe, place);
        rows.push(rowWith(row, { value: inputs[index - start] ?? null, record }));
      }
    }
    return rows;
  };
}

/** A row for each input. If an input has several strings, each string gets its own vector. */
async function madeRows(make: RowMaker, first: number, parts: readonly RecordParts[]) {
  const prompts = parts.map(({ prompt }) => prompt);
  const rows = [...(await make(first, prompts))];
  for (const [offset, { texts }] of parts.entries()) {
    const row = rows[offset];
    // A scenario may have replaced the vector.
    if (texts === undefined || row?.vector === undefined) continue;
    const vectors: (readonly number[])[] = [];
    for (const text of texts) {
      const [made] = await make(first + offset, [text]);
      vectors.push(made?.vector ?? []);
    }
    rows[offset] = { ...row, vector: vectors[0] ?? [], vectors };
  }
  return rows;
}

/** Separates a row's reasoning from its output, unless a scenario has damaged the output. */
function withReasoning(row: Row, { contentKey, reasoningKey }: ReasoningShape): ReasonedRow {
  const answer = parseJson(row.output);
  if (!isJsonObject(answer)) return row;
  const { [contentKey]: content, [reasoningKey]: reasoning } = answer;
  if (typeof content !== "string" || typeof reasoning !== "string") return row;
  return { ...rowWith(row, { output: content }), reasoning };
}

function unquoted(row: Row): Row {
  const text = parseJson(row.output);
  return typeof text === "string" ? rowWith(row, { output: text }) : row;
}

export function rowWithoutOutput(input: string, error?: RowError): Row {
  return { input, output: "", cumulativeLogprob: 0, ...(error && { error }) };
}

/** The basis that the job would have if all of its rows had this recipe. */
function basisOf(basis: RowBasis, recipe: Recipe): RowBasis {
  const { places: _, ...submission } = basis.submission;
  const { modelId, systemPrompt, jsonSchema, maxTokens, reasons, dimensions } = recipe;
  const model = defined({ id: modelId, reasoning: reasons, embeddingDimensions: dimensions });
  const samplingParams = { ...submission.samplingParams, ...defined({ maxTokens }) };
  return {
    ...basis,
    model: { ...basis.model, ...model },
    submission: { ...submission, ...defined({ systemPrompt, jsonSchema }), samplingParams },
  };
}

function recordOf(
  row: ReasonedRow,
  basis: RowBasis,
  recipe: Recipe,
  place: Pick<RowRecord, "id" | "echo" | "index" | "seed">,
): RowRecord {
  const { reasoning } = row;
  const outputTokens = outputTokensOf(row) + countTokens(reasoning ?? "");
  return {
    ...(reasoning !== undefined && { reasoning }),
    ...place,
    modelId: recipe.modelId ?? basis.model.id,
    end: row.error === undefined ? GOOD_END : { kind: "errored", error: row.error },
    finish: finishOf(row, recipe, outputTokens),
    tool: recipe.tool ?? null,
    inputTokens: countTokens(recipe.systemPrompt ?? "") + countTokens(row.input),
    outputTokens,
    ...(recipe.isBase64 === true && { isBase64: true }),
  };
}

/** Why a row's output ended. JSON is never truncated, regardless of the limit. */
function finishOf(row: Row, recipe: Recipe, outputTokens: number): RowRecord["finish"] {
  const { maxTokens, tool, jsonSchema } = recipe;
  if (row.isRefusal === true) return "refusal";
  if (tool !== undefined) return "tool";
  const isCut = maxTokens !== undefined && jsonSchema === undefined && outputTokens >= maxTokens;
  return isCut ? "length" : "stop";
}
