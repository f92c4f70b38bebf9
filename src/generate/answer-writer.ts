import type { SchemaGenerator } from "schema-values";
import type { Model } from "../core/model.ts";
import type { Rng } from "../core/rng.ts";
import { heatOf } from "./generated-row.ts";
import { readInstruction } from "./instructions/instruction.ts";
import { InputSubject, type Writing } from "./lexicon/subject.ts";
import type { ReasonedAnswer } from "./output.ts";
import { writeReasoning } from "./prose/write-reasoning.ts";
import { cutToLimits, writeText } from "./prose/write-text.ts";
import type { RowKeySettings } from "./row-key.ts";
import { countTokens } from "./tokens.ts";

/** Writes the answer to an input, with random numbers from `rng`. */
export type AnswerWriter = (rng: Rng, input: string) => ReasonedAnswer;

export type AnswerSettings = Pick<RowKeySettings, "samplingParams" | "systemPrompt"> & {
  readonly model: Pick<Model, "reasoning" | "typicalOutputTokens">;
};

/**
 * Creates a writer of answers: text or, if there is a schema, JSON that conforms to it. A reasoning
 * model adds a chain of thought. Answers follow short instructions in the system prompt. If the
 * model reasons, its text gets at most half of `maxTokens`, rounded up, and the reasoning gets the
 * rest. Stop strings end only the text. JSON is never cut off, but its prose heeds `maxTokens`.
 */
export function answerWriter(settings: AnswerSettings, generator?: SchemaGenerator): AnswerWriter {
  const { model, samplingParams, systemPrompt = "" } = settings;
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const { language, labels, write } = readInstruction(systemPrompt);
  const writing: Writing = { heat: heatOf(samplingParams.temperature), language, labels };
  const typicalTokens = model.typicalOutputTokens;
  const tokens = model.reasoning ? Math.ceil(maxTokens / 2) : maxTokens;
  const limits = { maxTokens: tokens, stop };
  const contentOf = (rng: Rng, subject: InputSubject): string => {
    if (generator !== undefined)
      return JSON.stringify(generator.row(rng, { maxTokens: samplingParams.maxTokens, subject }));
    return write === undefined
      ? writeText(rng, { language: subject.language, typicalTokens, ...limits })
      : cutToLimits(write({ rng, subject, tokens }), limits);
  };
  return (rng, input) => {
    const subject = new InputSubject(input, writing);
    const content = contentOf(rng, subject);
    if (!model.reasoning) return { content };
    const left = maxTokens - countTokens(content);
    const request = { language: subject.language, answer: content, maxTokens: left };
    return { content, reasoning: writeReasoning(rng, request) };
  };
}
