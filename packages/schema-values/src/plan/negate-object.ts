import { dependentKeys } from "../check/object-checks.ts";
import type { JsonObject } from "../json.ts";
import { regexSampler } from "../regex/sample-regex.ts";
import { rngFor } from "../rng.ts";
import type { SubSchema } from "../source/part.ts";
import { mapOf, type Schema, schemaOf, stringsOf } from "../source/schema.ts";
import { countViolations } from "./negate-scalar.ts";
import type { PlanTools } from "./tools.ts";
import type { Violation } from "./violation.ts";

/** Schemas that each violate an object keyword. */
export function violationsOfObjects(
  tools: PlanTools,
  part: SubSchema,
  schema: JsonObject,
): Violation[] {
  const out = countViolations(schema, "object", ["minProperties", "maxProperties"]);
  out.push(...stringsOf(schema, "required").map((key) => forbidding([], key)));
  for (const [key, needed] of dependentKeys(schema, tools.dialect.hasUnevaluated)) {
    out.push(...needed.map((name) => forbidding([key], name)));
  }
  out.push(...mapOf(schema, "properties").map(([key, sub]) => violating(key, sub)));
  for (const [pattern, sub] of mapOf(schema, "patternProperties")) {
    const key = nameLike(tools, pattern);
    if (key !== undefined) out.push(violating(key, sub));
  }
  const additional = schemaOf(schema, "additionalProperties");
  if (additional !== undefined) out.push(violating(otherName(tools, schema), additional));
  if (schemaOf(schema, "unevaluatedProperties") !== undefined) {
    out.push({ type: "object", required: [otherName(tools, schema)] });
  }
  return [...out, ...nameViolations(tools, part, schema)];
}

function forbidding(required: readonly string[], key: string): Violation {
  return { type: "object", required, properties: entry(key, false) };
}

function violating(key: string, sub: Schema): Violation {
  return { type: "object", required: [key], properties: entry(key, { not: sub }) };
}

function entry(key: string, schema: Schema): JsonObject {
  return Object.fromEntries([[key, schema]]);
}

function nameLike(tools: PlanTools, pattern: string): string | undefined {
  const test = tools.patterns.testOf(pattern);
  const sample = regexSampler(tools.patterns.nodeOf(pattern));
  const rng = rngFor(1, "name", pattern);
  for (let i = 0; i < 20; i++) {
    const name = sample(rng, 1, 24);
    if (test(name)) return name;
  }
  return undefined;
}

/** A name that matches neither `properties` nor `patternProperties`. */
function otherName(tools: PlanTools, schema: JsonObject): string {
  const named = new Set(mapOf(schema, "properties").map(([key]) => key));
  const tests = mapOf(schema, "patternProperties").map(([pattern]) =>
    tools.patterns.testOf(pattern),
  );
  const names = ["extra", "other", "note", "Extra", "extra_1", "0", "-", " ", "extra.1", "é", ""];
  const free = names.find((name) => !named.has(name) && !tests.some((test) => test(name)));
  return free ?? "extra_2";
}

function nameViolations(tools: PlanTools, part: SubSchema, schema: JsonObject): Violation[] {
  const names = schemaOf(schema, "propertyNames");
  if (names === undefined) return [];
  const check = tools.checks.of(tools.book.below(part, names, ["propertyNames"]));
  const tried = ["extra", "Extra", "0", "", "-", " ", "é", "x".repeat(80), "extra_1"];
  const bad = tried.filter((name) => !check(name, { steps: 10_000 }));
  return bad.slice(0, 3).map((name) => ({ type: "object", required: [name] }));
}
