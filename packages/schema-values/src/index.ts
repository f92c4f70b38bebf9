// Input: JSON Schemas of draft 04, 06, 07, 2019-09, or 2020-12, streams of random numbers, and
// optionally a lexicon and a subject. Output: conforming values, or why there are none.
export {
  createSchemaMatcher,
  type SchemaMatcher,
  schemaProblem,
} from "./check/schema-matcher.ts";
export type { OpenedSchema, SchemaVerdict } from "./compile/opened-schema.ts";
export { SchemaCache } from "./compile/schema-cache.ts";
export type { FormatWords, FormatWriter } from "./formats/format-words.ts";
export { plainFormatWriter, squeezed } from "./formats/formats.ts";
export { daysOf, digits, hex, letters, timeOfDay, two } from "./formats/pieces.ts";
export { sizeOf } from "./guard/size-of.ts";
export {
  CHEAP_STEPS,
  DEFAULT_MAX_SCHEMA_STEPS,
  factorOf,
} from "./guard/thresholds.ts";
export type { JsonObject } from "./json.ts";
export { defaultLexicon } from "./lexicon/default-lexicon.ts";
export type { Hints } from "./lexicon/hints.ts";
export { nameWords, singularOf } from "./lexicon/hints.ts";
export type * from "./lexicon/lexicon.ts";
export * from "./local-schemas.ts";
export { chooserOf } from "./make/choice-maker.ts";
export type { RowAddress, SchemaGenerator } from "./make/schema-generator.ts";
export { createViolator, type Violator } from "./make/violate.ts";
export { linearTest, nativeProblem, patternProblem } from "./regex/linear-test.ts";
export { isUnicodePattern } from "./regex/parse-regex.ts";
export { regExpEngine } from "./regex/regexp-engine.ts";
export { StepLimitError } from "./regex/step-limit-error.ts";
export {
  patternStrings,
  SchemaError,
  type SchemaValues,
  schemaValues,
  type ValueKind,
  type ValuesOptions,
} from "./values.ts";
