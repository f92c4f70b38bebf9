import { Ajv, type Options as AjvOptions, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { limitedBudget } from "../budget.ts";
import { type Census, census } from "../guard/census.ts";
import { identityOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { regExpEngine } from "../regex/linear-test.ts";
import { createPatterns, type Patterns, patternWork } from "../regex/patterns.ts";
import { type Dialect, dialectOf, type SchemaDraft } from "../source/dialect.ts";
import { createSubSchemas } from "../source/part.ts";
import { registry } from "../source/registry.ts";
import type { Schema } from "../source/schema.ts";
import type { ConformityCheck } from "./check.ts";
import { createChecks } from "./create-checks.ts";
import { formatTest, USUAL_LOOKS } from "./formats.ts";

/** Judges with Ajv whether values conform; every value is judged before it is returned. */
export type SchemaJudge = {
  accepts(value: JsonValue): boolean;
  /** Whether a value could not be judged because Ajv overflowed its stack. */
  hasFailed(): boolean;
};

/** The outcome of compiling a schema with Ajv. */
export type Judgment =
  | { readonly kind: "judge"; readonly judge: SchemaJudge }
  | { readonly kind: "notASchema"; readonly pointer: string; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const DRAFT_07 = "http://json-schema.org/draft-07/schema";
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
    const problem = metaProblem(schema, dialect.draft);
    if (problem !== undefined) return problem;
    return { kind: "judge", judge: judgeBy(ajv.compile(schema)) };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}

/** Why the metaschema rejects a schema; undefined if it accepts it. */
function metaProblem(schema: Schema, draft: SchemaDraft): Judgment | undefined {
  if (isValidSchema(schema, draft)) return undefined;
  const [first] = schemaErrors(schema, draft);
  return first && notASchema(first);
}

/** Why the metaschema of a draft rejects a schema, according to Ajv. */
export function schemaErrors(schema: Schema, draft: SchemaDraft): readonly ErrorObject[] {
  const ajv = metaAjvOf(draft);
  return ajv.validate(METASCHEMAS[draft], schema) ? [] : (ajv.errors ?? []);
}

/**
 * Ajv throws if a value has a property named `toString`, or a schema refers to itself endlessly.
 */
function judgeBy(validate: ValidateFunction): SchemaJudge {
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
    // Ajv's `getSchema` would compile it.
    const found: unknown = metaAjvOf(draft).schemas[uri]?.schema;
    return isJsonObject(found) ? found : undefined;
  };
}

const METASCHEMAS: { readonly [draft in SchemaDraft]: string } = {
  "04": "http://json-schema.org/draft-04/schema",
  "06": "http://json-schema.org/draft-06/schema",
  "07": DRAFT_07,
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};
const metaChecks = new Map<SchemaDraft, ConformityCheck>();

/**
 * Whether the metaschema of a draft accepts a schema, according to our own check: that of Ajv takes 100 ms to compile, which is most of
 * the time that the first schema of a process takes.
 */
export function isValidSchema(schema: Schema, draft: SchemaDraft): boolean {
  const check = metaChecks.get(draft) ?? metaCheck(draft);
  metaChecks.set(draft, check);
  try {
    return check(schema, { steps: Infinity });
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function metaCheck(draft: SchemaDraft): ConformityCheck {
  const find = findMetaschema(draft);
  const known = registry(find(METASCHEMAS[draft]) ?? {}, dialectOf(draft), find);
  const subSchemas = createSubSchemas(find(METASCHEMAS[draft]) ?? {}, known);
  const patterns = createPatterns(false, patternWork(limitedBudget(Infinity)));
  return createChecks(subSchemas, patterns, false).of(subSchemas.root);
}

const metaAjvs = new Map<string, Ajv>();

/** The Ajv that has the metaschema of a draft, and explains why it rejects a schema. */
function metaAjvOf(draft: SchemaDraft): Ajv {
  const known = metaAjvs.get(draft);
  if (known !== undefined) return known;
  const { amounts, facts } = census({});
  const counted = { amounts, facts: { ...facts, hasPrototypeName: true } };
  const ajv = newAjv(draft, { patterns: undefined, counted });
  // The values of an `enum` must be unique.
  replaceUnique(ajv);
  metaAjvs.set(draft, ajv);
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
  // One Ajv reads drafts 06 and 07, but it has only the metaschema of 07.
  return ajv.addMetaSchema(draft06Of(ajv.schemas[DRAFT_07]?.schema));
}

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

function notASchema(error: ErrorObject): Judgment {
  const params = Object.values(error.params).map(String);
  const detail = error.keyword === "enum" ? ` (${params.join(", ")})` : "";
  return {
    kind: "notASchema",
    pointer: error.instancePath,
    reason: `${error.message ?? "is not a schema"}${detail}`,
  };
}
