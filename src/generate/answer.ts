import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import type { Rng } from "../core/rng.ts";
import type { Pools, SchemaGenerator } from "../schema/schemas.ts";
import { inputSubject } from "./input-subject.ts";
import { type ReasonedAnswer, writeReasoning } from "./reasoning.ts";
import { writeText } from "./text/text.ts";
import type { Topics } from "./text/topics.ts";
import { countTokens } from "./tokens.ts";

/** Makes the answer to an input from its draws and what it is about. */
export type AnswerWriter = (rng: Rng, topics: Topics) => ReasonedAnswer;

/** What the outputs of a job look like. */
export type AnswerSettings = {
  readonly model: Pick<Model, "reasoning" | "typicalOutputTokens">;
  readonly samplingParams: SamplingParams;
  readonly pools: Pools;
};

/**
 * Answers in text. On a reasoning model content and reasoning share `maxTokens`: content gets at most
 * half, rounded up, and reasoning what content leaves. Stop texts end the content, not the reasoning.
 */
export function textAnswer({ model, samplingParams, pools }: AnswerSettings): AnswerWriter {
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const typicalTokens = model.typicalOutputTokens;
  if (!model.reasoning) {
    return (rng, topics) => ({
      content: writeText(rng, { topics, pools, typicalTokens, maxTokens, stop }),
    });
  }
  const contentTokens = Math.ceil(maxTokens / 2);
  return (rng, topics) => {
    const request = { topics, pools, typicalTokens, maxTokens: contentTokens, stop };
    const content = writeText(rng, request);
    const left = maxTokens - countTokens(content);
    const reasoning = writeReasoning(rng, { topics, pools, properties: [], maxTokens: left });
    return { content, reasoning };
  };
}

/**
 * Answers with values that conform to a schema, as JSON text; their longer texts are about the input. To conform comes first: neither `maxTokens`
 * nor stop texts cut a value, though its longer texts keep to the former; only the reasoning keeps to the tokens that the value leaves of them.
 */
export function schemaAnswer(
  { model, samplingParams, pools }: AnswerSettings,
  schema: JsonObject,
  generator: SchemaGenerator,
): AnswerWriter {
  const { maxTokens = Number.POSITIVE_INFINITY } = samplingParams;
  const tokens = maxTokens === Number.POSITIVE_INFINITY ? undefined : maxTokens;
  const makeValue = (rng: Rng, topics: Topics): JsonValue =>
    generator.row(rng, { maxTokens: tokens, subject: inputSubject(rng, topics, pools) });
  if (!model.reasoning)
    return (rng, topics) => ({ content: JSON.stringify(makeValue(rng, topics)) });
  const declared = isJsonObject(schema["properties"])
    ? Object.keys(schema["properties"])
    : undefined;
  return (rng, topics) => {
    const value = makeValue(rng, topics);
    const text = JSON.stringify(value);
    const properties = declared ?? (isJsonObject(value) ? Object.keys(value) : []);
    const left = maxTokens - countTokens(text);
    const reasoning = writeReasoning(rng, { topics, pools, properties, maxTokens: left });
    return { content: text, reasoning };
  };
}
