import { BudgetError, type LimitedBudget, limitedBudget } from "../budget.ts";
import type { JsonValue } from "../json.ts";
import { type CountedPatterns, createPatterns } from "../regex/patterns.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { applicatorsOf, subschemasOf } from "../source/keywords.ts";
import { normalize, type Reading, readingsOf } from "../source/normalize.ts";
import { SubSchemas } from "../source/part.ts";
import { REFERENCES, Registry } from "../source/registry.ts";
import { mapOf, pointer, type Schema, textOf } from "../source/schema.ts";
import type { Check, CheckTools, Refusal } from "./check.ts";
import { createChecks } from "./create-checks.ts";
import { conformsToMetaschema, findMetaschema } from "./metaschema.ts";

/** A normalized schema with resolved references and with checks for its values. */
export type Document = {
  readonly schema: Schema;
  readonly subSchemas: SubSchemas;
  readonly patterns: CountedPatterns;
  readonly checks: CheckTools;
  readonly accepts: Acceptor;
  /** Like `accepts`, but without checking `format`. */
  readonly acceptsInAnyFormat: Acceptor;
};

/** Whether a value conforms; false if checking exceeds `mostSteps` (2,000,000 by default). */
export type Acceptor = (value: JsonValue, mostSteps?: number) => boolean;

/** Reads a schema in its own draft or in the newest valid one. May throw a BudgetError. */
export function openSchemaDocument(
  schema: Schema,
  budget: LimitedBudget = limitedBudget(Infinity),
): Document | Refusal {
  const patterns = createPatterns(budget);
  let first: Refusal | undefined;
  for (const reading of readingsOf(schema)) {
    const read = normalize(schema, reading);
    // A schema has the same patterns in each draft, so one check is enough.
    const badPattern = first === undefined ? findBadPattern(read, patterns) : undefined;
    if (badPattern !== undefined) return badPattern;
    const opened = open(read, reading, patterns);
    if (!("kind" in opened)) return opened;
    first ??= opened;
  }
  return first ?? refused("invalid", "", "it is not valid in any draft of JSON Schema");
}

function open(schema: Schema, { draft }: Reading, patterns: CountedPatterns): Document | Refusal {
  const known = new Registry(schema, findMetaschema(draft));
  const unresolved = findUnresolved(schema, known);
  if (unresolved !== undefined) return unresolved;
  if (!conformsToMetaschema(schema, draft))
    return { ...refused("invalid", "", "it is not a schema"), rejected: { schema, draft } };
  const subSchemas = new SubSchemas(schema, known);
  const checks = createChecks(subSchemas, patterns);
  const accepts = acceptor(checks.of(subSchemas.root));
  const unformatted = createChecks(subSchemas, patterns, false).of(subSchemas.root);
  const acceptsInAnyFormat = acceptor(unformatted);
  return { schema, subSchemas, patterns, checks, accepts, acceptsInAnyFormat };
}

function acceptor(check: Check): Acceptor {
  return (value, mostSteps = MOST_CHECK_STEPS) =>
    attempted(() => check(value, { steps: mostSteps })) ?? false;
}

export const MOST_CHECK_STEPS = 2_000_000;

/** The result of an attempt; undefined if it exceeded a budget, the stack, or a regex limit. */
export function attempted<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt();
  } catch (error) {
    if (isEndOfTry(error)) return undefined;
    throw error;
  }
}

/** Whether an error means only that an attempt exceeded a budget, the stack, or a regex limit. */
export function isEndOfTry(error: unknown): error is Error {
  return [BudgetError, RangeError, RegexTooComplex].some((kind) => error instanceof kind);
}

function refused(kind: Refusal["kind"], path: string, reason: string): Refusal {
  return { kind, reason, paths: [path] };
}

/** Returns a refusal if a reference has no target; skips schemas that can't apply to a value. */
export function findUnresolved(root: Schema, registry: Registry): Refusal | undefined {
  const pending: Schema[] = [root];
  const seen = new Set<Schema>();
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const name of REFERENCES) {
      const reference = textOf(schema, name);
      if (reference === undefined) continue;
      const target = registry.resolve(schema, reference);
      if (target !== undefined) pending.push(target);
      else return unresolved(reference, pointer(registry.placeOf(schema)?.pointer ?? "", name));
    }
    pending.push(...applicatorsOf(schema));
  }
  return undefined;
}

function unresolved(reference: string, path: string): Refusal {
  const target = `\`${path.slice(path.lastIndexOf("/") + 1)}\` refers to \`${reference}\``;
  if (reference.startsWith("#"))
    return refused("invalid", path, `${target}, which is not in the schema`);
  const why = "but external documents are never fetched: copy the schema into `$defs`";
  return refused("unsupported", path, `${target}, ${why}`);
}

function findBadPattern(schema: Schema, patterns: CountedPatterns): Refusal | undefined {
  for (const { pattern, path } of patternsIn(schema)) {
    try {
      patterns.testOf(pattern);
    } catch (error) {
      const shown = `\`${pattern.slice(0, 100)}\``;
      if (error instanceof SyntaxError)
        return refused("invalid", path, `${shown} is not a valid regular expression`);
      if (!(error instanceof RegexTooComplex)) throw error;
      return refused("unsupported", path, `${shown} is not supported: ${error.message}`);
    }
  }
  return undefined;
}

export function* patternsIn(
  schema: Schema,
  at: string = "",
): Iterable<{ readonly pattern: string; readonly path: string }> {
  const single = textOf(schema, "pattern");
  if (single !== undefined) yield { pattern: single, path: pointer(at, "pattern") };
  for (const [pattern] of mapOf(schema, "patternProperties"))
    yield { pattern, path: pointer(at, "patternProperties", pattern) };
  for (const sub of subschemasOf(schema)) yield* patternsIn(sub.schema, pointer(at, ...sub.tokens));
}
