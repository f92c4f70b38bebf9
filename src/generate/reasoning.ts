import type { JsonValue } from "../core/json.ts";
import type { ReasoningShape } from "../core/reasoning-shape.ts";
import type { Rng } from "../core/rng.ts";
import { LANGUAGES } from "./languages/languages.ts";
import type { Pools } from "./lexicon/pools.ts";
import { createPicker } from "./picker.ts";
import { fill, withOneTopic } from "./text/frames.ts";
import type { Topics } from "./text/topics.ts";
import { truncateToTokens } from "./tokens.ts";

/**
 * A model's answer: text or, if a schema asks for it, JSON text; with reasoning if it is a
 * reasoning model.
 */
export type ReasonedAnswer = { readonly content: string; readonly reasoning?: string };

/** The topic of a row's reasoning and its maximum length. */
export type ReasoningRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
  /** Names of the properties in the answer's schema; empty without a schema. */
  readonly properties: readonly string[];
  readonly maxTokens: number;
};

const MOST_PROPERTY_STEPS = 3;

/**
 * Writes numbered steps, one per line, that mention words of the input and properties of the
 * schema.
 */
export function writeReasoning(rng: Rng, request: ReasoningRequest): string {
  const { pools, properties } = request;
  const { firstSteps, middleSteps, propertySteps, lastSteps } = LANGUAGES[request.topics.language];
  const words = request.topics.words.length > 0 ? request.topics.words : pools.nouns;
  const topic = createPicker(rng, words);
  const middleStep = createPicker(
    rng,
    words.length === 1 ? withOneTopic(middleSteps) : middleSteps,
  );
  const steps = [fill(rng.pick(firstSteps), { topic })];
  const middle = rng.between(1, 3);
  for (let i = 0; i < middle; i++) steps.push(fill(middleStep(), { topic }));
  for (const property of someInOrder(rng, properties)) {
    steps.push(fill(rng.pick(propertySteps), { topic, property }));
  }
  steps.push(fill(rng.pick(lastSteps), { topic }));
  const text = steps.map(({ text: step }, i) => `${i + 1}. ${step}`).join("\n");
  return truncateToTokens(text, request.maxTokens).trimEnd();
}

function someInOrder(rng: Rng, properties: readonly string[]): readonly string[] {
  const start = rng.below(Math.max(1, properties.length - MOST_PROPERTY_STEPS + 1));
  return properties.slice(start, start + MOST_PROPERTY_STEPS);
}

/**
 * An answer as it is sent: for a reasoning model, JSON text of an object with content and
 * reasoning.
 */
export function writeOutput(
  { content, reasoning }: ReasonedAnswer,
  shape: ReasoningShape,
  hasSchema: boolean,
): string {
  if (reasoning === undefined) return content;
  const isValue = hasSchema && shape.contentAs === "object";
  return JSON.stringify({
    [shape.contentKey]: isValue ? parsed(content) : content,
    [shape.reasoningKey]: reasoning,
  });
}

/** Content that is not valid JSON despite its schema stays a string, the only form in which it can be sent. */
function parsed(content: string): JsonValue {
  try {
    return JSON.parse(content) as JsonValue;
  } catch {
    return content;
  }
}
