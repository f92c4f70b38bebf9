import { Ajv, type Options as AjvOptions, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { type Census, census, type SchemaFacts } from "../guard/census.ts";
import { identityOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { regExpEngine } from "../regex/linear-test.ts";
import type { Patterns } from "../regex/patterns.ts";
import type { Dialect, SchemaDraft } from "../source/dialect.ts";
import type { Schema } from "../source/schema.ts";
import { formatTest, USUAL_LOOKS } from "./formats.ts";
import { isPlainSchema } from "./plain-schema.ts";

/** Judges with Ajv whether values conform; every value is judged before it is returned. */
export type SchemaJudge = {
  accepts(value: JsonValue): boolean;
  /** Why the last value was rejected. */
  lastError(): string;
  /** Whether a value could not be judged because Ajv overflowed its stack. */
  hasFailed(): boolean;
};

/** The outcome of compiling a schema with Ajv. */
export type Judgment =
  | { readonly kind: "judge"; readonly judge: SchemaJudge }
  | { readonly kind: "notASchema"; readonly pointer: string; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Minimum number of values for which Ajv's pairwise comparison is slow. */
const MANY_VALUES = 200;
/**
 * Minimum number of objects for which Ajv takes seconds to process all code at once, or the same
 * references repeatedly.
 */
const MANY_OBJECTS = 1000;
/**
 * * Minimum number of adjacent properties for which Ajv's code, which nests each property in the previous one, is too deep for
 * the engine.
 */
const MANY_NEIGHBORS = 200;
/** Maximum number of keywords of a schema that Ajv inlines at each reference. */
const FEW_KEYWORDS = 8;

/** Compiles a schema with Ajv. Its patterns run on a matcher with bounded time. */
export function compileJudge(schema: Schema, dialect: Dialect, patterns: Patterns): Judgment {
  const counted = census(isJsonObject(schema) ? schema : {});
  const { facts } = counted;
  const ajv = newAjv(dialect.draft, { patterns, counted });
  if (counted.amounts.enumValues > MANY_VALUES || facts.hasEmptyEnum) replaceEnum(ajv);
  if (facts.mostUnique > MANY_VALUES) replaceUnique(ajv);
  try {
    const problem = metaProblem(schema, dialect.draft, facts);
    if (problem !== undefined) return problem;
    return { kind: "judge", judge: judgeBy(ajv, ajv.compile(schema)) };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}

/** Why the metaschema rejects a schema; undefined if it accepts it. */
function metaProblem(
  schema: Schema,
  draft: SchemaDraft,
  { hasPrototypeName }: SchemaFacts,
): Judgment | undefined {
  if (!hasPrototypeName && isPlainSchema(schema, draft)) return undefined;
  const metaAjv = metaAjvOf(draft, hasPrototypeName);
  const isValid = metaAjv.validateSchema(shortened(schema) as Schema) === true;
  return isValid ? undefined : notASchema(metaAjv.errors?.[0]);
}

/**
 * Ajv throws if a value has a property named `toString`, or a schema refers to itself endlessly.
 */
function judgeBy(ajv: Ajv, validate: ValidateFunction): SchemaJudge {
  let hasFailed = false;
  return {
    accepts: (value) => {
      try {
        return validate(value);
      } catch (error) {
        hasFailed ||= error instanceof RangeError;
        return false;
      }
    },
    lastError: () => ajv.errorsText(validate.errors, { dataVar: "" }),
    hasFailed: () => hasFailed,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is too large, or refers to itself in a cycle";
  return error instanceof Error ? error.message : String(error);
}

/** The metaschemas that a dialect has built in. */
export function findMetaschema(draft: SchemaDraft): (uri: string) => JsonObject | undefined {
  return (uri) => {
    if (!uri.includes("json-schema.org")) return undefined;
    const found: unknown = metaAjvOf(draft, false).getSchema(uri)?.schema;
    return isJsonObject(found) ? found : undefined;
  };
}

const metaAjvs = new Map<string, Ajv>();

/** The Ajv that checks schemas against the metaschema of a draft: compiling that takes longer than compiling most schemas. */
function metaAjvOf(draft: SchemaDraft, hasPrototypeName: boolean): Ajv {
  const key = `${draft} ${hasPrototypeName}`;
  const known = metaAjvs.get(key);
  if (known !== undefined) return known;
  const counted = census({});
  const facts = { ...counted.facts, hasPrototypeName };
  const ajv = newAjv(draft, { patterns: undefined, counted: { ...counted, facts } });
  metaAjvs.set(key, ajv);
  return ajv;
}

type Wishes = {
  readonly patterns: Patterns | undefined;
  readonly counted: Pick<Census, "amounts" | "facts">;
};

function newAjv(draft: SchemaDraft, { patterns, counted }: Wishes): Ajv {
  const { amounts, facts } = counted;
  const isLarge = amounts.objects > MANY_OBJECTS;
  const isWide = amounts.neighbors > MANY_NEIGHBORS;
  const options: AjvOptions = {
    strict: false,
    logger: false,
    validateSchema: false,
    ownProperties: facts.hasPrototypeName,
    // With `allErrors`, the code of one property follows that of another instead of nesting in it.
    ...(isWide ? { allErrors: true } : {}),
    // Without a number, Ajv looks for references in nested lists, which takes twice as long with each level.
    inlineRefs: FEW_KEYWORDS,
    code: { ...regExpOption(patterns), ...(isLarge || isWide ? { optimize: false } : {}) },
  };
  const ajv = ajvOf(draft, options);
  // Only those keywords need to track what is evaluated, and tracking makes `anyOf` check every
  // branch.
  if (!facts.hasUnevaluated) ajv.opts.unevaluated = false;
  ajvFormats.default(ajv);
  for (const format of Object.keys(USUAL_LOOKS)) ajv.addFormat(format, formatTest(format));
  return ajv;
}

function regExpOption(patterns: Patterns | undefined): NonNullable<AjvOptions["code"]> {
  if (patterns === undefined) return {};
  return { regExp: regExpEngine(patterns.testOf) };
}

function ajvOf(draft: SchemaDraft, options: AjvOptions): Ajv {
  if (draft === "2020-12") return new Ajv2020(options);
  if (draft === "2019-09") return new Ajv2019(options);
  if (draft === "04") return new ajvDraft04.default(options);
  const ajv = new Ajv(options);
  // The same Ajv reads drafts 06 and 07, but it has only the metaschema of 07.
  return ajv.addMetaSchema(draft06Of(ajv.getSchema(DRAFT_07)?.schema));
}

const DRAFT_07 = "http://json-schema.org/draft-07/schema";
/** Keywords that draft 07 added to draft 06. */
const NEW_IN_07: ReadonlySet<string> = new Set(
  "$comment contentEncoding contentMediaType else if readOnly then".split(" "),
);

/** The metaschema of draft 06: that of draft 07 without its new keywords. */
function draft06Of(draft07: unknown): JsonObject {
  const text = JSON.stringify(draft07).replaceAll("draft-07", "draft-06");
  const { properties, ...others } = JSON.parse(text) as JsonObject;
  const known = Object.entries(properties as JsonObject).filter(([key]) => !NEW_IN_07.has(key));
  return { ...others, properties: Object.fromEntries(known) };
}

/**
 * Replaces Ajv's `enum`, which compares with each value in turn and rejects an empty list, with a
 * set lookup.
 */
function replaceEnum(ajv: Ajv): void {
  ajv.removeKeyword("enum");
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    compile: (values: readonly JsonValue[]) => {
      const known = new Set(values.map(identityOf));
      return (value: JsonValue) => known.has(identityOf(value));
    },
  });
}

/** Replaces Ajv's `uniqueItems`, which compares each pair of items if their types are not fixed. */
function replaceUnique(ajv: Ajv): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (isUnique: boolean) => (items: readonly JsonValue[]) =>
      !isUnique || new Set(items.map(identityOf)).size === items.length,
  });
}

function notASchema(error: ErrorObject | null | undefined): Judgment {
  const params = Object.values(error?.params ?? {}).map(String);
  const detail = error?.keyword === "enum" ? ` (${params.join(", ")})` : "";
  return {
    kind: "notASchema",
    pointer: error?.instancePath ?? "",
    reason: `${error?.message ?? "is not a schema"}${detail}`,
  };
}

/** The metaschemas require unique enum values, which Ajv checks in quadratic time. */
function shortened(value: JsonValue, isEnum = false): JsonValue {
  if (Array.isArray(value)) {
    const items = isEnum ? value.slice(0, 1) : value;
    return items.map((item) => shortened(item));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, shortened(item, key === "enum")] as const,
  );
  return Object.fromEntries(entries);
}
