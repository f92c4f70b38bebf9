import type { SchemaGenerator } from "schema-values";
import type { Model, SamplingParams } from "../core/model.ts";
import type { Rng } from "../core/rng.ts";
import { heatOf } from "./generated-row.ts";
import { type Instruction, readInstruction } from "./instructions/instruction.ts";
import { instructedWriter } from "./instructions/write-instructed.ts";
import type { Language } from "./lexicon/load-lexicon.ts";
import { InputSubject, type Writing } from "./lexicon/subject.ts";
import type { ReasonedAnswer } from "./output.ts";
import { writeReasoning } from "./prose/write-reasoning.ts";
import { cutToLimits, writeText } from "./prose/write-text.ts";
import { countTokens } from "./tokens.ts";

/** Writes the answer to an input, with random numbers from `rng`. */
export type AnswerWriter = (rng: Rng, input: string) => ReasonedAnswer;

/** The settings that determine a job's outputs. */
export type AnswerSettings = {
  readonly model: Pick<Model, "reasoning" | "typicalOutputTokens">;
  readonly samplingParams: SamplingParams;
  readonly systemPrompt?: string;
  readonly language: Language;
};

/**
 * Answers in text. A reasoning model's content and reasoning share `maxTokens`: the content gets at
 * most half, rounded up, and the reasoning gets the rest. Stop strings end the content but not the
 * reasoning. Short instructions in the system prompt are followed.
 */
export function textAnswer(settings: AnswerSettings): AnswerWriter {
  const { model, samplingParams, systemPrompt = "" } = settings;
  const { reader, lexicon } = settings.language;
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const instruction = readInstruction(systemPrompt, reader);
  const instructed = instructedWriter(instruction, lexicon);
  const typicalTokens = model.typicalOutputTokens;
  const tokens = model.reasoning ? Math.ceil(maxTokens / 2) : maxTokens;
  const limits = { maxTokens: tokens, stop };
  return answerWriter(settings, instruction, (rng, subject) =>
    instructed === undefined
      ? writeText(rng, { language: subject.language, typicalTokens, ...limits })
      : cutToLimits(instructed({ rng, subject, tokens }), limits),
  );
}

/**
 * Answers with JSON values that conform to a schema. Conformance comes first: neither `maxTokens`
 * nor stop strings cut a value. Its longer strings respect `maxTokens`, and the reasoning gets the
 * tokens that the value leaves.
 */
export function schemaAnswer(settings: AnswerSettings, generator: SchemaGenerator): AnswerWriter {
  const { samplingParams, systemPrompt = "", language } = settings;
  const { maxTokens } = samplingParams;
  const instruction = readInstruction(systemPrompt, language.reader);
  return answerWriter(settings, instruction, (rng, subject) =>
    JSON.stringify(generator.row(rng, { maxTokens, subject })),
  );
}

/** Answers with some content and, if the model reasons, a chain of thought that leads to it. */
function answerWriter(
  { model, samplingParams, language: { reader } }: AnswerSettings,
  { language, form }: Instruction,
  write: (rng: Rng, subject: InputSubject) => string,
): AnswerWriter {
  const { maxTokens = Number.POSITIVE_INFINITY } = samplingParams;
  const labels = form?.kind === "labels" ? form.labels : undefined;
  const writing: Writing = { reader, heat: heatOf(samplingParams.temperature), language, labels };
  return (rng, input) => {
    const subject = new InputSubject(input, writing);
    const content = write(rng, subject);
    if (!model.reasoning) return { content };
    const left = maxTokens - countTokens(content);
    const request = { language: subject.language, answer: content, maxTokens: left };
    return { content, reasoning: writeReasoning(rng, request) };
  };
}
