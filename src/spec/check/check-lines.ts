import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { LINE_SLOTS } from "../../core/rows/line.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import {
  casesOf,
  compileLines,
  END_FORMS,
  lineTemplates,
  NO_WORDS,
  SUCCESS_FORMS,
} from "../line-pieces.ts";
import { type Found, unknownKeys, within } from "./found.ts";
import { attempt, type BoundOperation } from "./rendering.ts";

/** Problems with the `lines` of a results file: a template for each way in which a row can end. */
export function checkLines({ samples }: BoundOperation, lines: JsonValue | undefined): Found[] {
  if (!isJsonObject(lines))
    return [
      { inside: [], message: `Expected a template for each end, got ${describeValue(lines)}.` },
    ];
  const { succeeded } = lines;
  const hasText = isJsonObject(succeeded) && succeeded["text"] !== undefined;
  if (!hasText && (succeeded !== undefined || Object.keys(lines).length === 0)) {
    const message = `Expected \`succeeded\` with a template for \`text\`, got ${describeValue(succeeded)}.`;
    return [{ inside: ["succeeded"], message }];
  }
  const unknown = [
    ...unknownKeys(lines, ["succeeded", ...END_FORMS]),
    ...within(["succeeded"], unknownKeys(asObject(succeeded), SUCCESS_FORMS)),
  ];
  if (unknown.length > 0) return unknown;
  const names = LINE_SLOTS.map((slot) => `row.${slot}`);
  return lineTemplates(lines).flatMap(([form, template]) => {
    const isSuccess = SUCCESS_FORMS.includes(form);
    const { by, cases } = casesOf(template) ?? { by: "", cases: { "": template } };
    return Object.entries(cases).flatMap(([value, each]) => {
      const alone = isSuccess ? { succeeded: { [form]: each } } : { [form]: each };
      const render = compileLines(alone, NO_WORDS);
      const kept = { ...asObject(samples[0]?.["kept"]), [by]: value };
      const rendered = attempt(() => render({ ...samples[0], kept } as never), names);
      if (!("problem" in rendered)) return [];
      return [{ inside: isSuccess ? ["succeeded", form] : [form], message: rendered.problem }];
    });
  });
}
