import type { LocalSchemas, RowAddress, SchemaGenerator } from "schema-values";
import type { JsonObject } from "../core/json.ts";
import type { Model, ReasoningShape, SamplingParams } from "../core/model.ts";
import { type Rng, rngFor } from "../core/rng.ts";
import type { Row } from "../core/rows/row.ts";
import type { DecidedOutcome, IndexedValues } from "../core/rows/row-rule.ts";
import { type AnswerWriter, schemaAnswer, textAnswer } from "./answer-writer.ts";
import { GeneratedRow } from "./generated-row.ts";
import { loadLanguage } from "./lexicon/load-lexicon.ts";
import { createOutputWriter, wellFormed } from "./output.ts";
import { cutToLimits } from "./prose/write-text.ts";
import type { ReasonedAnswer } from "./reasoned-answer.ts";
import { createRowKey, type RowKeySettings } from "./row-key.ts";
import { textEdge } from "./text-edges.ts";

/** Everything that a job's outputs depend on besides its inputs. */
export type RowSettings = RowKeySettings & {
  readonly model: Model;
  readonly jsonSchema?: JsonObject;
  /** Opens the job's schema, which was accepted when the job was created. */
  readonly schemas: LocalSchemas;
  readonly reasoningShape: ReasoningShape;
  /** Whether the rows may need outputs that violate the schema; false by default. */
  readonly canViolate?: boolean;
};

/** Makes a job's rows. Equal arguments give equal rows, in any order and any process. */
export type RowGenerator = {
  /**
   * The row for an input; `index` matters only if each input has its own seed. An outcome replaces
   * the normal output.
   */
  row(index: number, input: string, outcome?: DecidedOutcome): Row;
};

/**
 * Prepares a job's generator, once per job. Throws a RangeError if `schemas` rejects the schema.
 */
export async function createRowGenerator(settings: RowSettings): Promise<RowGenerator> {
  const { embeddingDimensions } = settings.model;
  if (embeddingDimensions !== undefined) return createEmbedder(settings, embeddingDimensions);
  const keyOf = createRowKey(settings);
  const { answer, writeIndexed } = await createAnswer(settings);
  const write = await createOutputWriter(settings);
  const { model, samplingParams } = settings;
  const { temperature } = samplingParams;
  const scores = { temperature, hasConfidence: model.confidence === true };
  return {
    row: (index, input, outcome) => {
      const rng = keyOf(index, input);
      // The outcome has its own draws, like the scores: the number of draws for the output must not
      // affect them.
      const rowSeed = rng.below(2 ** 32);
      if (outcome?.kind === "values" && outcome.values !== "plausible") {
        const at = { seed: settings.seed, index: outcome.rank };
        const made = writeIndexed(outcome.values, at, () => answer(rng, input));
        const { edges } = made;
        return new GeneratedRow({ input, output: write(made.answer), edges }, rowSeed, scores);
      }
      const usual = answer(rng, input);
      const replaced = outcome && { outcome, rng: rngFor(rowSeed, "outcome") };
      return new GeneratedRow({ input, output: write(usual, replaced) }, rowSeed, scores);
    },
  };
}

/** Outcomes that are text replace a vector; others would damage JSON or reasoning, which it doesn't have. */
function createEmbedder(settings: RowKeySettings, dimensions: number): RowGenerator {
  const keyOf = createRowKey(settings);
  return {
    row: (index, input, outcome) => {
      const text = textOf(outcome);
      if (text !== undefined) return { input, output: text, cumulativeLogprob: 0 };
      const vector = drawVector(keyOf(index, input), dimensions);
      return { input, output: JSON.stringify(vector), vector, cumulativeLogprob: 0 };
    },
  };
}

function textOf(outcome: DecidedOutcome | undefined): string | undefined {
  if (outcome?.kind === "empty") return "";
  const isText = outcome?.kind === "text" || outcome?.kind === "refusal";
  return isText ? wellFormed(outcome.text) : undefined;
}

type Answers = { readonly answer: AnswerWriter; readonly writeIndexed: IndexedWriter };

async function createAnswer(settings: RowSettings): Promise<Answers> {
  const { jsonSchema } = settings;
  const answerSettings = { ...settings, language: await loadLanguage() };
  if (jsonSchema === undefined)
    return { answer: textAnswer(answerSettings), writeIndexed: indexedWriter(settings, undefined) };
  const opened = await settings.schemas.open(jsonSchema);
  if (!("generator" in opened)) throw new RangeError(opened.verdict.reason);
  const { generator } = opened;
  return {
    answer: schemaAnswer(answerSettings, generator),
    writeIndexed: indexedWriter(settings, generator),
  };
}

/** Digits after the decimal point, as many as a 32-bit float has. */
const DECIMALS = 1e6;

/** A vector of length 1, up to rounding, in a direction that is drawn. */
function drawVector(rng: Rng, dimensions: number): number[] {
  const drawn = Array.from({ length: dimensions }, () => rng.next() - rng.next());
  const length = Math.sqrt(drawn.reduce((sum, value) => sum + value * value, 0));
  // Adding zero turns -0 into 0.
  return drawn.map((value) => Math.round((value / length) * DECIMALS) / DECIMALS + 0);
}

/** An answer that depends on the row's index instead of its input, and the names of its edge cases. */
type IndexedAnswer = { readonly answer: ReasonedAnswer; readonly edges: readonly string[] };

/** Writes covering or edge values; `usual` writes the plausible answer, whose reasoning is kept. */
type IndexedWriter = (
  kind: IndexedValues,
  at: RowAddress,
  usual: () => ReasonedAnswer,
) => IndexedAnswer;

type Settings = {
  readonly model: { readonly reasoning: boolean };
  readonly samplingParams: SamplingParams;
};

/** The writer for a job with a schema, or without one. Text has no alternatives to cover. */
function indexedWriter(
  { model, samplingParams }: Settings,
  generator: SchemaGenerator | undefined,
): IndexedWriter {
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const withContent = (content: string, usual: () => ReasonedAnswer): ReasonedAnswer =>
    model.reasoning ? { ...usual(), content } : { content };
  return (kind, at, usual) => {
    if (generator !== undefined) {
      const { text, edges } = generator.indexed(kind, at);
      return { answer: withContent(text, usual), edges };
    }
    if (kind === "covering") return { answer: usual(), edges: [] };
    const { text, name } = textEdge(at);
    const content = cutToLimits(text, { maxTokens, stop });
    return { answer: withContent(content, usual), edges: content === text ? [name] : [] };
  };
}
