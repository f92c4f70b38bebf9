// Input: JSON Schemas of draft 04, 06, 07, 2019-09, or 2020-12, streams of random numbers, and
// optionally a lexicon and a subject. Output: conforming values, or why there are none.
export { cached } from "./cached.ts";
export { createSchemaMatcher, type SchemaMatcher, schemaProblem } from "./check/schema-matcher.ts";
export type { OpenedSchema, SchemaVerdict } from "./compile/open-schema.ts";
export { SchemaCache } from "./compile/open-schema.ts";
export { plainFormatWriter, squeezed } from "./formats/formats.ts";
export type { FormatWords, FormatWriter } from "./formats/pieces.ts";
export { daysOf, digits, hex, letters, timeOfDay, two } from "./formats/pieces.ts";
export { CHEAP_STEPS, DEFAULT_MAX_SCHEMA_STEPS, factorOf, sizeOf } from "./guard/size-of.ts";
export { isJsonObject, type JsonObject } from "./json.ts";
export { defaultLexicon } from "./lexicon/default-lexicon.ts";
export type * from "./lexicon/lexicon.ts";
export { nameWords, singularOf } from "./lexicon/lexicon.ts";
export { chooserOf } from "./make/choose.ts";
export type { RowAddress, SchemaGenerator } from "./make/make-row.ts";
export { createViolator, type Violator } from "./make/violate.ts";
export { commonDivisor } from "./plan/scalar-shapes.ts";
export {
  linearTest,
  nativeProblem,
  patternProblem,
  regExpEngine,
  StepLimitError,
} from "./regex/linear-test.ts";
export { isUnicodePattern } from "./regex/parse-regex.ts";
export { BINDING_KEYWORDS, KEYWORDS, subschemasOf, unwrapped, words } from "./source/keywords.ts";
export { pointer } from "./source/schema.ts";
export * from "./values.ts";
