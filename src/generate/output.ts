import { Buffer } from "node:buffer";
import { createViolator, type Violator } from "schema-values";
import { type JsonObject, parseJson } from "../core/json.ts";
import type { ReasoningShape } from "../core/model.ts";
import type { Rng } from "../core/rng.ts";
import type { DecidedOutcome } from "../core/rows/row-rule.ts";

/** A model's answer: text, or JSON if there is a schema. Reasoning models add their reasoning. */
export type ReasonedAnswer = { readonly content: string; readonly reasoning?: string };

/** An outcome that replaces an answer, and the random stream for it. */
export type DrawnOutcome = { readonly outcome: DecidedOutcome; readonly rng: Rng };

/** Writes an answer, or the outcome that replaces it, as a row's output. */
export type OutputWriter = (usual: ReasonedAnswer, replaced?: DrawnOutcome) => string;

/** Settings for writing an answer as an output. */
export type OutputSettings = {
  readonly jsonSchema?: JsonObject;
  readonly reasoningShape: ReasoningShape;
  /** Whether the rows may need outputs that violate the schema; false by default. */
  readonly canViolate?: boolean;
};

export async function createOutputWriter(settings: OutputSettings): Promise<OutputWriter> {
  const { jsonSchema, reasoningShape, canViolate = false } = settings;
  const hasSchema = jsonSchema !== undefined;
  const violate: Violator =
    hasSchema && canViolate ? await createViolator(jsonSchema) : (content) => content;
  const { contentKey, contentAs, reasoningKey } = reasoningShape;
  const isObject = hasSchema && contentAs === "object";
  const write = ({ content, reasoning }: ReasonedAnswer): string => {
    if (reasoning === undefined) return content;
    // Content that is not valid JSON is sent as a string, even if there is a schema.
    const value = isObject ? parseJson(content) : undefined;
    return JSON.stringify({
      [contentKey]: value === undefined ? content : value,
      [reasoningKey]: reasoning,
    });
  };
  const spoil = (usual: ReasonedAnswer, { outcome, rng }: DrawnOutcome): string => {
    const { content, reasoning } = usual;
    const isJson = hasSchema || reasoning !== undefined;
    switch (outcome.kind) {
      case "values":
        return write(usual);
      case "empty":
        return "";
      case "text":
        return outcome.text;
      case "refusal":
        return write({ ...usual, content: outcome.text });
      case "schemaViolation":
        return write({ ...usual, content: violate(content, rng) });
      case "invalidJson":
        return isJson ? breakJson(write(usual), rng) : write(usual);
      case "truncatedJson":
        return isJson ? cutJson(write(usual), rng) : write(usual);
      case "missingContent":
        return reasoning === undefined ? content : JSON.stringify({ [reasoningKey]: reasoning });
      case "huge":
        return huge(usual, outcome.bytes, { write, hasSchema });
    }
  };
  return (usual, replaced) =>
    replaced === undefined ? write(usual) : wellFormed(spoil(usual, replaced));
}

/** Replaces lone surrogates, because JSON and Parquet encode them differently. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

const FILLER = "This output is longer than anybody would have asked for. ";

/**
 * Extends an output to exactly this number of bytes in UTF-8; a longer output is unchanged. Adds a
 * repeated sentence to text, and spaces to JSON that has a schema, so that it still conforms.
 */
function huge(
  usual: ReasonedAnswer,
  bytes: number,
  { write, hasSchema }: { write: (answer: ReasonedAnswer) => string; hasSchema: boolean },
): string {
  const output = write(usual);
  const missing = bytes - Buffer.byteLength(output);
  if (missing <= 0) return output;
  if (hasSchema) return output + " ".repeat(missing);
  const filler = FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing);
  // JSON escapes no character of the filler, so a reasoning model's output grows by exactly the
  // filler's length.
  return write({ ...usual, content: usual.content + filler });
}

/** Mistakes that models make in JSON. Only the last two always make the JSON invalid. */
const WAYS: readonly ((json: string) => string)[] = [
  (json) => json.replace(/[}\]]$/, ",$&"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace(/^(\{)"(\w+)"/, "$1$2"),
  (json) => `${json}\n\nLet me know if you need anything else.`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
];

/** Breaks JSON text in a way that is typical of models. The result is never valid JSON. */
function breakJson(json: string, rng: Rng): string {
  const broken = WAYS.map((spoil) => spoil(json)).filter((text) => parseJson(text) === undefined);
  return rng.pick(broken);
}

/** A prefix that isn't valid JSON: at least a third of the text if possible, or else shorter. */
function cutJson(json: string, rng: Rng): string {
  const third = Math.floor(json.length / 3);
  const length = rng.between(third, Math.max(third, json.length - 1));
  for (let end = length; end > 0; end--) {
    const start = json.slice(0, end);
    // A cut within a surrogate pair would leave half a character.
    if (!/[\ud800-\udbff]$/.test(start) && parseJson(start) === undefined) return start;
  }
  return "";
}
