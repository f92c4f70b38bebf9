import { BudgetError, type LimitedBudget, limitedBudget } from "../budget.ts";
import { Census } from "../guard/census.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { type CountedPatterns, createPatterns } from "../regex/patterns.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { subschemasOf } from "../source/keywords.ts";
import { normalize, type Reading, readingsOf } from "../source/normalize.ts";
import { SubSchemas } from "../source/part.ts";
import { findUnresolved, Registry, type Unresolved } from "../source/registry.ts";
import { mapOf, pointer, type Schema, textOf } from "../source/schema.ts";
import type { Check, CheckTools, Feasibility } from "./check.ts";
import { createChecks } from "./create-checks.ts";
import { findMetaschema, mistakeIn } from "./metaschema.ts";

/** A schema that has been read: normalized, its references resolved, with checks of its values. */
export type Document = {
  readonly schema: Schema;
  readonly subSchemas: SubSchemas;
  readonly patterns: CountedPatterns;
  readonly checks: CheckTools;
  readonly accepts: Acceptor;
};

/** Whether a value conforms; false if finding out takes too many steps, by default 2,000,000. */
export type Acceptor = (value: JsonValue, mostSteps?: number) => boolean;

/** A document, or why the schema can't be read. */
export type Opening =
  | { readonly kind: "open"; readonly document: Document }
  | { readonly kind: "refused"; readonly verdict: Feasibility };

/** Recursive walks over a schema can't go much deeper. */
const DEEPEST = 500;

type Attempt = Opening & { readonly isFinal?: boolean };

/** Reads a schema as the draft it names, or the newest that fits. May throw a BudgetError. */
export function openSchemaDocument(schema: Schema, given?: LimitedBudget): Opening {
  const budget = given ?? limitedBudget(Infinity);
  const levels = isJsonObject(schema) ? new Census(schema).amounts.levels : 0;
  if (levels > DEEPEST)
    return unsupported("", "", `the schema is nested more than ${DEEPEST} levels deep`);
  let first: Opening | undefined;
  for (const reading of readingsOf(schema)) {
    const attempt = open(schema, reading, budget);
    if (attempt.kind === "open" || attempt.isFinal === true) return attempt;
    first ??= attempt;
  }
  return first ?? invalid("", "no draft accepts the schema");
}

function open(given: Schema, reading: Reading, budget: LimitedBudget): Attempt {
  const schema = normalize(given, reading);
  const known = new Registry(schema, findMetaschema(reading.draft));
  const patterns = createPatterns(budget);
  const bad = findBadPattern(schema, patterns, known);
  if (bad !== undefined) return bad;
  const unresolved = findUnresolved(schema, known);
  if (unresolved !== undefined) return { kind: "refused", verdict: refusedReference(unresolved) };
  const mistake = mistakeIn(schema, reading.draft);
  if (mistake !== undefined) return invalid(mistake.path, mistake.reason);
  const subSchemas = new SubSchemas(schema, known);
  const checks = createChecks(subSchemas, patterns);
  const accepts = acceptor(checks.of(subSchemas.root));
  return { kind: "open", document: { schema, subSchemas, patterns, checks, accepts } };
}

/** Maximum number of steps to check a value. */
export const MOST_CHECK_STEPS = 2_000_000;

function acceptor(check: Check): Acceptor {
  return (value, mostSteps = MOST_CHECK_STEPS) => {
    try {
      return check(value, { steps: mostSteps });
    } catch (error) {
      if (isEndOfTry(error)) return false;
      throw error;
    }
  };
}

/** Whether an error only ended an attempt: its budget ran out, or the stack overflowed. */
export function isEndOfTry(error: unknown): error is Error {
  return [BudgetError, RangeError, RegexTooComplex].some((kind) => error instanceof kind);
}

type Invalid = Extract<Feasibility, { readonly kind: "invalid" | "unsupported" }>;

/** Why a reference has no target. */
export function refusedReference({ keyword: name, reference, pointer: path }: Unresolved): Invalid {
  const target = `\`${name}\` refers to \`${reference}\`, which is`;
  if (reference.startsWith("#"))
    return { kind: "invalid", path, reason: `${target} not in the schema` };
  const reason = `${target} in another document, and other documents are never fetched: put it in \`$defs\``;
  return { kind: "unsupported", keyword: name, path, reason };
}

function invalid(path: string, reason: string): Attempt {
  return { kind: "refused", verdict: { kind: "invalid", path, reason } };
}

function unsupported(name: string, path: string, reason: string): Attempt {
  return { kind: "refused", verdict: { kind: "unsupported", keyword: name, path, reason } };
}

function findBadPattern(
  root: Schema,
  patterns: CountedPatterns,
  known: Registry,
): Attempt | undefined {
  for (const { pattern, path } of patternsIn(root, known)) {
    try {
      patterns.testOf(pattern);
    } catch (error) {
      const shown = `\`${pattern.slice(0, 100)}\``;
      if (error instanceof SyntaxError)
        return { ...invalid(path, `${shown} is not a valid regular expression`), isFinal: true };
      if (!(error instanceof RegexTooComplex)) throw error;
      const reason = `${shown} can't be matched in bounded time: ${error.message}`;
      return { ...unsupported("pattern", path, reason), isFinal: true };
    }
  }
  return undefined;
}

/** The patterns in a schema, with their JSON Pointers. */
export function* patternsIn(
  root: Schema,
  known: Registry,
): Iterable<{ readonly pattern: string; readonly path: string }> {
  const pending: Schema[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const place = known.placeOf(schema)?.pointer ?? "";
    const single = textOf(schema, "pattern");
    if (single !== undefined) yield { pattern: single, path: pointer(place, "pattern") };
    for (const [pattern] of mapOf(schema, "patternProperties"))
      yield { pattern, path: pointer(place, "patternProperties", pattern) };
    pending.push(...subschemasOf(schema).map((sub) => sub.schema));
  }
}
