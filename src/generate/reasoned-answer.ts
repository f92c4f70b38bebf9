import type { JsonValue } from "../core/json.ts";
import type { ReasoningShape } from "../core/reasoning-shape.ts";

/**
 * A model's answer: text or, if a schema asks for it, JSON text; with reasoning if it is a
 * reasoning model.
 */
export type ReasonedAnswer = { readonly content: string; readonly reasoning?: string };

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
