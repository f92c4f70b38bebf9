import type { LocalSchemas } from "schema-values";
import type { JsonObject } from "../core/json.ts";
import type { Model } from "../core/model.ts";
import type { ReasoningShape } from "../core/reasoning-shape.ts";
import { rngFor } from "../core/rng.ts";
import type { Row } from "../core/rows/row.ts";
import type { DecidedOutcome } from "../core/rows/row-rule.ts";
import { type AnswerWriter, schemaAnswer, textAnswer } from "./answer-writer.ts";
import { drawVector } from "./embedding.ts";
import { GeneratedRow } from "./generated-row.ts";
import { type IndexedWriter, indexedWriter } from "./indexed-answer.ts";
import { loadLanguage } from "./lexicon/load-lexicon.ts";
import { createOutputWriter, wellFormed } from "./output.ts";
import { createRowKey, type RowKeySettings } from "./row-key.ts";

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
