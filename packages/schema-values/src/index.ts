// Input: JSON Schemas of draft 04, 06, 07, 2019-09, or 2020-12, streams of random numbers, and
// optionally a subject for strings. Output: conforming values, or why there are none.
export { createSchemaMatcher, schemaProblem } from "./check/schema-matcher.ts";
export type { OpenedSchema, SchemaVerdict } from "./compile/opened-schema.ts";
export { SchemaCache } from "./compile/schema-cache.ts";
export { sizeOf } from "./guard/size-of.ts";
export { CHEAP_STEPS, MOST_KEYS, MOST_VALUES } from "./guard/thresholds.ts";
export type { JsonObject } from "./json.ts";
export * from "./local-schemas.ts";
export type { SchemaGenerator } from "./make/schema-generator.ts";
export { createViolator, type Violator } from "./make/violate.ts";
export {
  linearTest,
  nativeProblem,
  PatternLimitError,
  patternProblem,
} from "./regex/linear-test.ts";
export { isUnicodePattern } from "./regex/parse-regex.ts";
export { regExpEngine } from "./regex/regexp-engine.ts";
export { choicesIn } from "./words/described-choices.ts";
export type { GivenLine, GivenNumber, GivenText, GivenValues } from "./words/given-values.ts";
export { languageAsked } from "./words/language-names.ts";
export { loadPools } from "./words/load-pools.ts";
export { numberAsked } from "./words/number-asked.ts";
export { NUMBER_WORDS } from "./words/number-words.ts";
export { capitalize } from "./words/pieces.ts";
export type { Pools } from "./words/pools.ts";
export type {
  InputFacts,
  LabelWords,
  Mention,
  MentionKind,
  Mood,
  Passages,
  SentenceKind,
  Subject,
} from "./words/subject.ts";
export { chooseValue } from "./words/told-choice.ts";
