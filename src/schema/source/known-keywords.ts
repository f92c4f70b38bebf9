import { nearest } from "../../core/nearest.ts";
import { DEFINITION_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./keywords.ts";

/** Keywords by which a schema limits values, or refers to another: drafts 04 to 2020-12. */
const LIMITING: readonly string[] = [
  ...["$dynamicRef", "$recursiveRef", "$ref", "const", "dependentRequired", "enum"],
  ...["exclusiveMaximum", "exclusiveMinimum", "format", "maxContains", "maximum", "maxItems"],
  ...["maxLength", "maxProperties", "minContains", "minimum", "minItems", "minLength"],
  ...["minProperties", "multipleOf", "pattern", "required", "type", "uniqueItems"],
];

/** Keywords that say what a schema is, and where. */
const NAMING: readonly string[] = [
  ...["$anchor", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "id"],
];

/** Keywords that only say something about values. */
const ANNOTATING: readonly string[] = [
  ...["$comment", "contentEncoding", "contentMediaType", "default", "deprecated", "description"],
  ...["examples", "readOnly", "title", "writeOnly"],
];

/** What is no misspelling: keywords of older drafts, and of OpenAPI, whose schemas are sent as they are. */
const ELSEWHERE: readonly string[] = [
  ...["disallow", "divisibleBy", "extends", "optional", "requires"],
  ...["discriminator", "example", "externalDocs", "nullable", "xml"],
];

/** Keywords that values are held to. */
const BINDING: readonly string[] = [
  ...SCHEMA_KEYWORDS,
  ...LIST_KEYWORDS,
  ...MAP_KEYWORDS,
  ...DEFINITION_KEYWORDS,
  ...LIMITING,
];

/** Every keyword that some draft of JSON Schema knows, from 04 on. */
export const KEYWORDS: ReadonlySet<string> = new Set([...BINDING, ...NAMING, ...ANNOTATING]);

/** Letters in which a misspelling differs, as a part of them all: annotations of others are often made of the same words. */
const MISSPELT_PART = 1 / 5;

/** Shorter ones are near to words that mean something else. */
const NEAR_LENGTH = 4;

const NEAR: readonly string[] = BINDING.filter((name) => name.length >= NEAR_LENGTH);

/** The keyword that was most likely meant by a name that is none, where values would be held to it. */
export function meantBy(name: string): string | undefined {
  if (KEYWORDS.has(name) || ELSEWHERE.includes(name) || /^x-/i.test(name)) return undefined;
  return nearest(name, NEAR, MISSPELT_PART);
}
