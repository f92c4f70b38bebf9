import type { z } from "zod";
import type { JsonObject } from "../../core/json.ts";
import { suggestion } from "../../core/nearest.ts";
import {
  KEYWORD_NAMES,
  meantValue,
  misusedKeyword,
  restrictsValues,
  unknownKeywords,
} from "./schema-keywords.ts";
import { jsonObject } from "./values.ts";

/** Explains the two ways to write a condition, for the descriptions of its keys. */
export const CONDITION_FORM =
  "a map of fields to plain values that must be equal, or a JSON Schema (an object with a keyword that restricts values)";

/** Each field makes the schema larger, and compiling it takes longer. */
const MOST_FIELDS = 50;

/**
 * The values that a condition checks: query and header values are strings, header names are
 * lowercase.
 */
type ConditionSource = "json" | "query" | "header";

/** A condition on an object, as a JSON Schema. */
export function condition(source: ConditionSource): z.ZodType<JsonObject> {
  return jsonObject
    .superRefine((value, context) => {
      if (isFieldMap(value)) {
        const count = Object.keys(value).length;
        if (count > MOST_FIELDS) {
          const sentence = `Expected at most ${MOST_FIELDS} fields, got ${count}.`;
          context.addIssue({ code: "custom", params: { sentence } });
          return;
        }
        const name = misusedKeyword(value);
        if (name === undefined) return;
        const params = { sentence: ambiguous(value, name, source) };
        context.addIssue({ code: "custom", path: [name], params });
        return;
      }
      for (const path of unknownKeywords(value)) {
        const params = { sentence: unknownKeyword(String(path.at(-1))) };
        context.addIssue({ code: "custom", path: [...path], params });
      }
    })
    .transform((value) => (isFieldMap(value) ? equalTo(value, source) : value));
}

function unknownKeyword(name: string): string {
  const otherwise = "Write a JSON Schema, or a map of fields to plain values.";
  return `Unknown JSON Schema keyword \`${name}\`.${suggestion(name, KEYWORD_NAMES, otherwise)}`;
}

function ambiguous(fields: JsonObject, name: string, source: ConditionSource): string {
  const value = fields[name] ?? null;
  const meant = meantValue(name, value);
  const hint = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
  const schema = JSON.stringify(equalTo(fields, source));
  return `\`${JSON.stringify(value)}\` is not a valid value for the JSON Schema keyword \`${name}\`.${hint} If \`${name}\` is a field, write \`${schema}\`.`;
}

/** Whether a condition is a map of fields to plain values, not a JSON Schema. */
export function isFieldMap(value: JsonObject): boolean {
  const values = Object.values(value);
  return (
    values.length > 0 &&
    values.every((each) => typeof each !== "object" || each === null) &&
    !restrictsValues(value)
  );
}

function equalTo(fields: JsonObject, source: ConditionSource): JsonObject {
  const entries = Object.entries(fields).map(([name, value]) => [
    source === "header" ? name.toLowerCase() : name,
    { const: source === "json" ? value : String(value) },
  ]);
  return {
    type: "object",
    required: entries.map(([name]) => String(name)),
    properties: Object.fromEntries(entries),
  };
}
