import { z } from "zod";
import type { RowOutcome } from "../../core/rows/row-rule.ts";
import type { ScenarioFiles } from "../scenario-files.ts";
import { cannedOutputs } from "./canned.ts";
import { keys, oneKeyOf, wholeNumber } from "./values.ts";

const REFUSAL = "I'm sorry, but I can't help with that.";
const LARGEST_BYTES = 100_000_000;
const BYTES_FORM = `a whole number of bytes from 1 to ${LARGEST_BYTES}`;
const TEMPLATE_FORM =
  "a text in which `${input}` and `${index}` are the only placeholders (`$${` stands for `${`)";

const bytes = wholeNumber(1).refine((count) => count <= LARGEST_BYTES, { error: BYTES_FORM });

const template = z
  .string({ error: TEMPLATE_FORM })
  .refine((text) => !/\$\{(?!(input|index)\})/.test(text.replaceAll("$${", "")), {
    error: TEMPLATE_FORM,
  })
  .transform((text): RowOutcome => ({ kind: "template", template: text }));

const plain: z.ZodType<RowOutcome> = z
  .enum(["empty", "refusal", "schemaViolation", "invalidJson", "truncatedJson", "missingContent"])
  .transform((kind): RowOutcome => (kind === "refusal" ? { kind, text: REFUSAL } : { kind }));

/** What becomes of a row. */
export function rowOutcome(files: ScenarioFiles | undefined): z.ZodType<RowOutcome> {
  return z.union(
    [
      plain,
      oneKeyOf<RowOutcome>({
        refusal: z
          .string()
          .transform((text): RowOutcome => ({ kind: "refusal", text }))
          .meta({ description: "What the model says instead of an answer." }),
        huge: keys({ bytes: bytes.meta({ description: "How long the output is." }) })
          .transform((value): RowOutcome => ({ kind: "huge", bytes: value.bytes }))
          .meta({ description: "An output of so many bytes." }),
        text: z
          .string()
          .transform((text): RowOutcome => ({ kind: "text", text }))
          .meta({ description: "The output." }),
        template: template.meta({
          description:
            "The output; `${input}` and `${index}` stand for those of the row, `$${` for `${`.",
        }),
        canned: cannedOutputs(files)
          .transform((outputs): RowOutcome => ({ kind: "canned", outputs }))
          .meta({
            description:
              "A JSONL file beside the scenario, each line an `input` and its `output`; rows of other inputs don't meet the rule.",
          }),
      }),
    ],
    {
      error:
        "`empty`, `refusal`, `schemaViolation`, `invalidJson`, `truncatedJson`, `missingContent` or an object with one of `refusal`, `huge`, `text`, `template`, `canned`",
    },
  );
}
