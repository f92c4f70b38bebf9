import type { SchemaGenerator } from "schema-values";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import type { Rng } from "../core/rng.ts";
import { InputSubject } from "./input-subject.ts";
import { readInstruction } from "./instructions/instruction.ts";
import { instructedWriter } from "./instructions/write-instructed.ts";
import { createJsonWriter } from "./json-writer.ts";
import type { Pools } from "./lexicon/pools.ts";
import { type ReasonedAnswer, writeReasoning } from "./reasoning.ts";
import { cutToLimits, writeText } from "./text/text.ts";
import { findTopics, spokenIn, type Topics } from "./text/topics.ts";
import { countTokens } from "./tokens.ts";

/** Writes the answer to an input from its draws. */
export type AnswerWriter = (rng: Rng, input: string) => ReasonedAnswer;

/** The settings that determine a job's outputs. */
export type AnswerSettings = {
  readonly model: Pick<Model, "reasoning" | "typicalOutputTokens">;
  readonly samplingParams: SamplingParams;
  readonly systemPrompt?: string;
  readonly pools: Pools;
};

/**
 * Answers in text. Content and reasoning of a reasoning model share `maxTokens`: content gets at
 * most half, rounded up, and reasoning gets the rest. Stop strings end the content but not the
 * reasoning. Short instructions in the system prompt are obeyed.
 */
export function textAnswer(settings: AnswerSettings): AnswerWriter {
  const { model, samplingParams, pools, systemPrompt = "" } = settings;
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const typicalTokens = model.typicalOutputTokens;
  const instruction = readInstruction(systemPrompt);
  const { language } = instruction;
  const instructed = instructedWriter(instruction);
  const writing = { pools, heat: heatOf(samplingParams), language };
  const write = (rng: Rng, input: string, most: number): string =>
    instructed === undefined
      ? writeText(rng, {
          pools,
          heat: writing.heat,
          topics: topicsIn(input),
          typicalTokens,
          maxTokens: most,
          stop,
        })
      : cutToLimits(instructed(rng, new InputSubject(rng, input, writing)), {
          maxTokens: most,
          stop,
        });
  const topicsIn = (input: string): Topics => spokenIn(findTopics(input), language);
  if (!model.reasoning) return (rng, input) => ({ content: write(rng, input, maxTokens) });
  const contentTokens = Math.ceil(maxTokens / 2);
  return (rng, input) => {
    const content = write(rng, input, contentTokens);
    const left = maxTokens - countTokens(content);
    const topics = topicsIn(input);
    const reasoning = writeReasoning(rng, { topics, pools, properties: [], maxTokens: left });
    return { content, reasoning };
  };
}

const USUAL_HEAT = 1;
const HIGHEST_HEAT = 2;

/** How much values vary, from 0 to 2: the temperature, which is 1 by default. */
function heatOf({ temperature = USUAL_HEAT }: SamplingParams): number {
  return Math.min(Math.max(temperature, 0), HIGHEST_HEAT);
}

/**
 * Answers with JSON values that conform to a schema; their longer strings are about the input.
 * Conformance comes first: neither `maxTokens` nor stop strings cut a value. Its longer strings
 * respect `maxTokens`, and the reasoning gets the tokens that the value leaves.
 */
export function schemaAnswer(
  { model, samplingParams, pools, systemPrompt = "" }: AnswerSettings,
  schema: JsonObject,
  generator: SchemaGenerator,
): AnswerWriter {
  const { maxTokens = Number.POSITIVE_INFINITY } = samplingParams;
  const tokens = maxTokens === Number.POSITIVE_INFINITY ? undefined : maxTokens;
  const { language, form } = readInstruction(systemPrompt);
  const labels = form?.kind === "labels" ? form.labels : undefined;
  const writing = { pools, heat: heatOf(samplingParams), language, labels };
  const makeValue = (rng: Rng, subject: InputSubject): JsonValue =>
    generator.row(rng, { maxTokens: tokens, subject });
  const toJson = createJsonWriter();
  if (!model.reasoning) {
    return (rng, input) => {
      const subject = new InputSubject(rng, input, writing);
      return { content: toJson(makeValue(rng, subject)) };
    };
  }
  const declared = isJsonObject(schema["properties"])
    ? Object.keys(schema["properties"])
    : undefined;
  return (rng, input) => {
    const subject = new InputSubject(rng, input, writing);
    const value = makeValue(rng, subject);
    const text = toJson(value);
    const properties = declared ?? (isJsonObject(value) ? Object.keys(value) : []);
    const left = maxTokens - countTokens(text);
    const { topics } = subject;
    const reasoning = writeReasoning(rng, { topics, pools, properties, maxTokens: left });
    return { content: text, reasoning };
  };
}
