import type { LocalSchemas, RowAddress } from "schema-values";
import type { Model, SamplingParams } from "../core/model.ts";
import { type Rng, rngFor } from "../core/rng.ts";
import type { Row } from "../core/rows/row.ts";
import type { DecidedOutcome, IndexedValues } from "../core/rows/row-rule.ts";
import { answerWriter } from "./answer-writer.ts";
import { GeneratedRow } from "./generated-row.ts";
import { createOutputWriter, type OutputSettings, wellFormed } from "./output.ts";
import { cutToLimits } from "./prose/write-text.ts";
import { createRowKey, type RowKeySettings } from "./row-key.ts";
import { textEdge } from "./text-edges.ts";

/** Everything that determines a job's outputs, except its inputs. */
export type RowSettings = RowKeySettings &
  OutputSettings & {
    readonly model: Model;
    /** Opens the job's schema, which was accepted when the job was created. */
    readonly schemas: LocalSchemas;
  };

/** Generates a job's rows. Equal arguments give equal rows, in any order and across processes. */
export type RowGenerator = {
  /** The row for an input. `index` matters only if each input has its own seed. */
  row(index: number, input: string, outcome?: DecidedOutcome): Row;
};

/** Prepares a job's generator. Rejects with a RangeError if `schemas` rejects the schema. */
export async function createRowGenerator(settings: RowSettings): Promise<RowGenerator> {
  const { embeddingDimensions } = settings.model;
  if (embeddingDimensions !== undefined) return createEmbedder(settings, embeddingDimensions);
  const keyOf = createRowKey(settings);
  const { model, samplingParams, seed, jsonSchema, schemas } = settings;
  const opened = jsonSchema && (await schemas.open(jsonSchema));
  if (opened && !("generator" in opened)) throw new RangeError(opened.verdict.reason);
  const generator = opened?.generator;
  const answer = answerWriter(settings, generator);
  const write = await createOutputWriter(settings);
  const { temperature } = samplingParams;
  const scores = { temperature, hasConfidence: model.confidence === true };
  return {
    row: (index, input, outcome) => {
      const rng = keyOf(index, input);
      // The outcome has its own random stream, like the scores, so that the number of draws for the
      // output doesn't affect it.
      const rowSeed = rng.below(2 ** 32);
      if (outcome?.kind === "values" && outcome.values !== "plausible") {
        const at = { seed, index: outcome.rank };
        const { text, edges } =
          generator?.indexed(outcome.values, at) ?? indexedText(outcome.values, at, samplingParams);
        const isWhole = text !== undefined && !model.reasoning;
        const usual = isWhole ? { content: text } : answer(rng, input);
        const output = write({ ...usual, content: text ?? usual.content });
        return new GeneratedRow({ input, output, edges }, rowSeed, scores);
      }
      const usual = answer(rng, input);
      const replaced = outcome && { outcome, rng: rngFor(rowSeed, "outcome") };
      return new GeneratedRow({ input, output: write(usual, replaced) }, rowSeed, scores);
    },
  };
}

/** Returns an edge case's text and, unless limits cut it, its name. Empty for `covering`. */
function indexedText(
  kind: IndexedValues,
  at: RowAddress,
  limits: SamplingParams,
): { readonly text?: string; readonly edges: readonly string[] } {
  if (kind === "covering") return { edges: [] };
  const { text, name } = textEdge(at);
  const cut = cutToLimits(text, limits);
  return { text: cut, edges: cut === text ? [name] : [] };
}

/** Prepares an embedding model's rows. Only text, refusals, and empty outcomes replace vectors. */
function createEmbedder(settings: RowKeySettings, dimensions: number): RowGenerator {
  const keyOf = createRowKey(settings);
  return {
    row: (index, input, outcome) => {
      const isText = outcome?.kind === "text" || outcome?.kind === "refusal";
      if (isText || outcome?.kind === "empty") {
        const output = isText ? wellFormed(outcome.text) : "";
        return { input, output, cumulativeLogprob: 0 };
      }
      const vector = drawVector(keyOf(index, input), dimensions);
      return { input, output: JSON.stringify(vector), vector, cumulativeLogprob: 0 };
    },
  };
}

/** The factor for rounding to 6 decimals, about the precision of a 32-bit float. */
const DECIMALS = 1e6;

/** A vector in a random direction, with length 1 except for rounding errors. */
function drawVector(rng: Rng, dimensions: number): number[] {
  const drawn = Array.from({ length: dimensions }, () => rng.next() - rng.next());
  const length = Math.sqrt(drawn.reduce((sum, value) => sum + value * value, 0));
  // Adding zero turns -0 into 0.
  return drawn.map((value) => Math.round((value / length) * DECIMALS) / DECIMALS + 0);
}
