import type { JsonValue } from "../core/json.ts";
import type { Rng } from "../core/rng.ts";
import { fill, frames } from "./frames.ts";
import { createPicker } from "./picker.ts";
import type { Pools } from "./pools.ts";
import { truncateToTokens } from "./tokens.ts";
import type { Topics } from "./topics.ts";

/** How a reasoning model's answer looks on the wire. */
export type ReasoningShape = {
  readonly contentKey: string;
  readonly reasoningKey: string;
  /** Whether content that follows a schema is JSON text or the value itself (assumption `reasoning-content`). */
  readonly contentAs: "string" | "object";
};

/** What a model answers: text or, where a schema asks for it, JSON text; with the reasoning of a reasoning model. */
export type ReasonedAnswer = { readonly content: string; readonly reasoning?: string };

/** What a row's reasoning is about and how long it may become. */
export type ReasoningRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
  /** Names of the properties that the answer's schema asks for; empty without a schema. */
  readonly properties: readonly string[];
  readonly maxTokens: number;
};

const FIRST_STEPS = frames(`
  The input is about {t}, so that is where to start.
  First, look at what is said of {t}.
  The question turns on {t}.
`);

const MIDDLE_STEPS = frames(`
  {t} is mentioned next to {t}, which narrows it down.
  Weighing {t} against {t}, the {a} reading is the likelier one.
  Nothing in the input contradicts this about {t}.
  Set the {n} aside; only {t} bears on the answer.
  Check {t} once more: it still holds.
`);

const PROPERTY_STEPS = frames(`
  For \`{o}\`, the relevant part is {t}.
  The value of \`{o}\` has to agree with {t}.
  \`{o}\` follows from {t}.
`);

const LAST_STEPS = frames(`
  That settles it, so the answer can be written down.
  With {t} covered, nothing is left open.
  The answer follows from {t}.
`);

const MOST_PROPERTY_STEPS = 3;

/** Writes numbered steps, a line each, that name words of the input and properties of the schema. */
export function writeReasoning(rng: Rng, request: ReasoningRequest): string {
  const { pools, properties } = request;
  const words = request.topics.words.length > 0 ? request.topics.words : pools.nouns;
  const topic = createPicker(rng, words);
  const middleStep = createPicker(rng, MIDDLE_STEPS);
  const steps = [fill(rng, rng.pick(FIRST_STEPS), { topic, pools })];
  const middle = rng.between(1, 3);
  for (let i = 0; i < middle; i++) steps.push(fill(rng, middleStep(), { topic, pools }));
  for (const property of someInOrder(rng, properties)) {
    steps.push(fill(rng, rng.pick(PROPERTY_STEPS), { topic, pools, property }));
  }
  steps.push(fill(rng, rng.pick(LAST_STEPS), { topic, pools }));
  const text = steps.map((step, i) => `${i + 1}. ${step}`).join("\n");
  return truncateToTokens(text, request.maxTokens).trimEnd();
}

function someInOrder(rng: Rng, properties: readonly string[]): readonly string[] {
  const start = rng.below(Math.max(1, properties.length - MOST_PROPERTY_STEPS + 1));
  return properties.slice(start, start + MOST_PROPERTY_STEPS);
}

/** The output that an answer is sent as: of a reasoning model JSON text of an object of content and reasoning. */
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

/** Content that is no JSON although a schema asked for it stays text: there is no value to send. */
function parsed(content: string): JsonValue {
  try {
    return JSON.parse(content) as JsonValue;
  } catch {
    return content;
  }
}
