import { z } from "zod";
import type { JsonObject } from "../core/json.ts";
import { faultRules } from "./grammar/fault/fault-rule-grammar.ts";
import type { SpecVocabulary } from "./spec-vocabulary.ts";

/**
 * The JSON Schema (2020-12) of one fault rule as written, generated from the grammar that parses
 * scenarios. Shared parts are in `$defs`.
 */
export function faultRuleJsonSchema(vocabulary: SpecVocabulary): JsonObject {
  const schema = z.toJSONSchema(faultRules(vocabulary), { io: "input", unrepresentable: "any" });
  const { items, $defs } = JSON.parse(JSON.stringify(schema)) as {
    items: JsonObject;
    $defs?: JsonObject;
  };
  return { ...items, ...($defs === undefined ? {} : { $defs }) };
}
