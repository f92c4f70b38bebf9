import { parseJson } from "../core/json.ts";
import type { ReasoningShape } from "../core/model.ts";

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
  // Content that is not valid JSON despite its schema stays a string, the only form in which it can be sent.
  const value = hasSchema && shape.contentAs === "object" ? parseJson(content) : undefined;
  return JSON.stringify({
    [shape.contentKey]: value === undefined ? content : value,
    [shape.reasoningKey]: reasoning,
  });
}
