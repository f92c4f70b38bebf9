import * as z from "zod";
import { parseJson } from "../../core/json.ts";
import type { RowOutcome, ValueKind } from "../../core/rows/row-rule.ts";
import type { ScenarioFiles } from "../parse-options.ts";
import { keys, oneKeyOf, optional, wholeNumber } from "./values.ts";

const REFUSAL = "I'm sorry, but I can't help with that.";
const LARGEST_BYTES = 100_000_000;
const STATUS_FORM = "a status from 400 to 599";
const BYTES_FORM = `a whole number of bytes from 1 to ${LARGEST_BYTES}`;
const TEMPLATE_FORM =
  "a string in which `${input}` and `${index}` are the only placeholders (`$${` stands for `${`)";

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

export const VALUES_TEXT =
  "Kind of values in outputs: `plausible` values look real, `covering` values take each of the schema's alternatives in turn, and `edge` values are extreme.";

export const valueKind: z.ZodType<ValueKind> = z.enum(["plausible", "covering", "edge"]);

const ENTRY = z.strictObject({
  input: z.string(),
  // An output that isn't a string becomes JSON text, like a structured output.
  output: z.unknown().transform((it) => (typeof it === "string" ? it : JSON.stringify(it))),
});

export function rowOutcome(files: FilesOf): z.ZodType<RowOutcome> {
  return z.union(
    [
      plain,
      oneKeyOf<RowOutcome>({
        refusal: z
          .string()
          .transform((text): RowOutcome => ({ kind: "refusal", text }))
          .describe("Text of the refusal."),
        error: keys({
          status: wholeNumber(400)
            .refine((status) => status <= 599, { error: STATUS_FORM })
            .describe("HTTP status of the row's error, from 400 to 599."),
          code: optional(z.string(), "The service's error code. Default: the code for the status."),
          message: optional(z.string(), "The error message. Default: the message for the status."),
        })
          .transform(
            ({ status, ...words }): RowOutcome => ({
              kind: "error",
              error: { reason: String(status), ...words },
            }),
          )
          .describe(
            "Each of these rows fails or, in an API whose rows can't fail, has an empty output.",
          ),
        huge: keys({ bytes: bytes.describe("Minimum size of the output in bytes.") })
          .transform((value): RowOutcome => ({ kind: "huge", bytes: value.bytes }))
          .describe("The usual output, extended to at least this size."),
        text: z
          .string()
          .transform((text): RowOutcome => ({ kind: "text", text }))
          .describe("A fixed string as the output."),
        template: template.describe(
          "The output; `${input}` and `${index}` are replaced with the row's input and index, and `$${` with `${`.",
        ),
        canned: cannedOutputs(files)
          .transform((outputs): RowOutcome => ({ kind: "canned", outputs }))
          .describe(
            "Path of a JSONL file, relative to the scenario file, with an `input` and its `output` on each line. Rows with other inputs don't match the rule.",
          ),
      }),
    ],
    {
      error:
        "`empty`, `refusal`, `schemaViolation`, `invalidJson`, `truncatedJson`, `missingContent`, or an object with exactly one of `refusal`, `error`, `huge`, `text`, `template`, and `canned`",
    },
  );
}

/** Reads outputs by input from a JSONL file with lines like `{"input": …, "output": …}`. */
function cannedOutputs(files: FilesOf): z.ZodType<Readonly<Record<string, string>>> {
  return fileBeside(files).transform((path, context) => {
    const outputs: Record<string, string> = Object.create(null);
    const reject = (why: string): never => {
      context.addIssue(
        `a JSONL file of objects, each with a string \`input\`, an \`output\`, and no other key (${why})`,
      );
      return z.NEVER;
    };
    for (const [index, line] of (files()?.read(path) ?? "").split("\n").entries()) {
      if (line.trim() === "") continue;
      const { data: entry } = ENTRY.safeParse(parseJson(line.trim()));
      if (entry === undefined) return reject(`line ${index + 1} is not such an object`);
      outputs[entry.input] = entry.output;
    }
    return Object.keys(outputs).length > 0 ? { ...outputs } : reject("it has no objects");
  });
}

export type FilesOf = () => ScenarioFiles | undefined;

const FORM = "a file next to the scenario file";

/** Parses a file's path, relative to the scenario file, to a full path. Rejects missing files. */
export function fileBeside(files: FilesOf): z.ZodType<string> {
  return z.string({ error: FORM }).transform((file, context) => {
    const beside = files();
    const path = beside?.find(file);
    if (path !== undefined) return path;
    context.addIssue(
      beside === undefined ? `${FORM} (a scenario given as text can't name files)` : FORM,
    );
    return z.NEVER;
  });
}
