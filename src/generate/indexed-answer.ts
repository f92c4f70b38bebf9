import type { RowAddress, SchemaGenerator } from "schema-values";
import type { SamplingParams } from "../core/model.ts";
import type { IndexedValues } from "../core/rows/row-rule.ts";
import { cutToLimits } from "./prose/write-text.ts";
import type { ReasonedAnswer } from "./reasoned-answer.ts";
import { textEdge } from "./text-edges.ts";

/** An answer that depends on the row's index instead of its input, and the names of its edge cases. */
export type IndexedAnswer = { readonly answer: ReasonedAnswer; readonly edges: readonly string[] };

/** Writes covering or edge values; `usual` writes the plausible answer, whose reasoning is kept. */
export type IndexedWriter = (
  kind: IndexedValues,
  at: RowAddress,
  usual: () => ReasonedAnswer,
) => IndexedAnswer;

type Settings = {
  readonly model: { readonly reasoning: boolean };
  readonly samplingParams: SamplingParams;
};

/** The writer for a job with a schema, or without one. Text has no alternatives to cover. */
export function indexedWriter(
  { model, samplingParams }: Settings,
  generator: SchemaGenerator | undefined,
): IndexedWriter {
  const { maxTokens = Number.POSITIVE_INFINITY, stop = [] } = samplingParams;
  const withContent = (content: string, usual: () => ReasonedAnswer): ReasonedAnswer =>
    model.reasoning ? { ...usual(), content } : { content };
  return (kind, at, usual) => {
    if (generator !== undefined) {
      const { text, edges } = generator.indexed(kind, at);
      return { answer: withContent(text, usual), edges };
    }
    if (kind === "covering") return { answer: usual(), edges: [] };
    const { text, name } = textEdge(at);
    const content = cutToLimits(text, { maxTokens, stop });
    return { answer: withContent(content, usual), edges: content === text ? [name] : [] };
  };
}
