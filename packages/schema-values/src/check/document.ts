import { type LimitedBudget, limitedBudget } from "../budget.ts";
import { census } from "../guard/census.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { isUnicodePattern } from "../regex/parse-regex.ts";
import {
  type CountedPatterns,
  createPatterns,
  type Patterns,
  patternWork,
} from "../regex/patterns.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { dialectOf, draftsOf, type SchemaDraft } from "../source/dialect.ts";
import { localized, normalize } from "../source/normalize.ts";
import { findUnresolved, type Registry, registry, type Unresolved } from "../source/registry.ts";
import {
  isSchema,
  keyword,
  mapOf,
  pointer,
  type Schema,
  subschemasOf,
  textOf,
} from "../source/schema.ts";
import type { Feasibility } from "./check.ts";
import { compileJudge, findMetaschema, type SchemaJudge } from "./judge.ts";

/** A schema that has been read: normalized, its references resolved, and compiled by Ajv. */
export type Document = {
  readonly schema: Schema;
  readonly registry: Registry;
  readonly patterns: CountedPatterns;
  readonly judge: SchemaJudge;
};

/** A document, or why the schema can't be read. */
export type Opening =
  | { readonly kind: "open"; readonly document: Document }
  | { readonly kind: "refused"; readonly verdict: Feasibility };

/** Recursive walks over a schema can't go much deeper. */
const DEEPEST = 500;

type Attempt = Opening & { readonly isFinal?: boolean };

/**
 * Reads a schema as the draft that it names, or as the newest draft in which it is valid. Its patterns take their work from
 * the budget. Throws a BudgetError if that is used up.
 */
export function openSchemaDocument(
  schema: unknown,
  budget: LimitedBudget = limitedBudget(Infinity),
): Opening {
  if (!isSchema(schema)) return invalid("", "a schema is an object or a boolean");
  const levels = isJsonObject(schema) ? census(schema).amounts.levels : 0;
  if (levels > DEEPEST)
    return unsupported("", "", `the schema is nested more than ${DEEPEST} levels deep`);
  let first: Opening | undefined;
  for (const draft of draftsOf(schema)) {
    for (const stripIds of [false, true]) {
      const attempt = open(schema, draft, { stripIds, budget });
      if (attempt.kind === "open") return attempt;
      if (first === undefined || attempt.isFinal === true) first = attempt;
      if (attempt.isFinal === true) return attempt;
    }
  }
  return first ?? invalid("", "no draft accepts the schema");
}

type Reading = { readonly stripIds: boolean; readonly budget: LimitedBudget };

function open(given: Schema, draft: SchemaDraft, { stripIds, budget }: Reading): Attempt {
  const dialect = dialectOf(draft);
  const normal = normalize(given, { dialect, stripIds });
  const named = registry(normal, dialect, findMetaschema(draft));
  const patterns = createPatterns(hasOldPattern(normal), patternWork(budget));
  const bad = findBadPattern(normal, patterns, named);
  if (bad !== undefined) return bad;
  const unresolved = findUnresolved(normal, named);
  if (unresolved !== undefined) return refuseReference(unresolved);
  const schema = hasNames(normal, named) ? localized(normal, named) : normal;
  const known = schema === normal ? named : registry(schema, dialect, findMetaschema(draft));
  const judgment = compileJudge(schema, dialect, patterns);
  if (judgment.kind === "judge") {
    return {
      kind: "open",
      document: { schema, registry: known, patterns, judge: judgment.judge },
    };
  }
  if (judgment.kind === "notASchema") return invalid(judgment.pointer, judgment.reason);
  const refused = unsupported("$schema", "", `Ajv can't compile the schema: ${judgment.reason}`);
  // An older draft would silently ignore the newest keywords.
  return { ...refused, isFinal: stripIds };
}

/** Whether a schema has URIs or anchors that can be replaced by JSON Pointers. */
function hasNames(schema: Schema, known: Registry): schema is JsonObject {
  if (typeof schema === "boolean" || !known.hasFixedTargets()) return false;
  // An unknown keyword can contain an `$id`, too.
  return known.hasNames || known.isDynamic || JSON.stringify(schema).includes('"$id":"');
}

function refuseReference({ keyword: name, reference, pointer: path }: Unresolved): Attempt {
  const isLocal = reference.startsWith("#");
  return isLocal
    ? invalid(path, `\`${name}\` refers to \`${reference}\`, which is not in the schema`)
    : unsupported(
        name,
        path,
        `\`${name}\` refers to \`${reference}\`, which is in another document, and other documents are never fetched: put it in \`$defs\``,
      );
}

function invalid(path: string, reason: string): Attempt {
  return { kind: "refused", verdict: { kind: "invalid", path, reason } };
}

function unsupported(name: string, path: string, reason: string): Attempt {
  return { kind: "refused", verdict: { kind: "unsupported", keyword: name, path, reason } };
}

/** Whether a pattern is valid only in the legacy grammar (without the `u` flag). */
function hasOldPattern(root: Schema): boolean {
  if (typeof root === "boolean") return false;
  if (patternsOf(root).some(([source]) => !isUnicodePattern(source))) return true;
  return subschemasOf(root).some((sub) => hasOldPattern(sub.schema));
}

/** The first pattern that is invalid or can't be run safely. */
function findBadPattern(root: Schema, patterns: Patterns, known: Registry): Attempt | undefined {
  const pending: Schema[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean") continue;
    for (const [source, name] of patternsOf(schema)) {
      const path = pointer(known.placeOf(schema).pointer, ...name);
      const problem = problemOf(source, patterns, path);
      if (problem !== undefined) return problem;
    }
    pending.push(...subschemasOf(schema).map((sub) => sub.schema));
  }
  return undefined;
}

function patternsOf(schema: JsonObject): [string, string[]][] {
  const single = textOf(schema, "pattern");
  const named =
    keyword(schema, "patternProperties") === undefined ? [] : mapOf(schema, "patternProperties");
  const keys = named.map(([key]): [string, string[]] => [key, ["patternProperties", key]]);
  return single === undefined ? keys : [[single, ["pattern"]], ...keys];
}

function problemOf(source: string, patterns: Patterns, path: string): Attempt | undefined {
  try {
    patterns.testOf(source);
    return undefined;
  } catch (error) {
    const shown = `\`${source.slice(0, 100)}\``;
    if (error instanceof SyntaxError)
      return { ...invalid(path, `${shown} is not a valid regular expression`), isFinal: true };
    if (!(error instanceof RegexTooComplex)) throw error;
    const reason = `${shown} can't be matched in bounded time: ${error.message}`;
    return { ...unsupported("pattern", path, reason), isFinal: true };
  }
}
