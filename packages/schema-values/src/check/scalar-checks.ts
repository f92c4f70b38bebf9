import { identityOf, type JsonObject, type JsonValue } from "../json.ts";
import { boundsOf } from "../source/dialect.ts";
import { ANY_TYPE, typeOfValue, typesOf } from "../source/json-type.ts";
import { keyword, numberOf, textOf } from "../source/schema.ts";
import {
  CHARACTERS_OF_A_STEP,
  type CheckTools,
  type ConformityCheck,
  isEqual,
  isMultiple,
  spend,
} from "./check.ts";
import { formatTest } from "./formats.ts";

/** Checks for the keywords that apply to any value, to numbers, and to strings. */
export function scalarChecks(tools: CheckTools, schema: JsonObject): ConformityCheck[] {
  const checks: ConformityCheck[] = [];
  const types = typesOf(schema);
  if (types !== ANY_TYPE) checks.push((value) => (typeOfValue(value) & types) !== 0);
  const constant = keyword(schema, "const");
  if (constant !== undefined) checks.push((value) => isEqual(value, constant));
  const values = keyword(schema, "enum");
  if (Array.isArray(values)) checks.push(enumCheck(values));
  return [...checks, ...numberChecks(tools, schema), ...stringChecks(tools, schema)];
}

function enumCheck(values: readonly JsonValue[]): ConformityCheck {
  if (values.length < 8) return (value) => values.some((item) => isEqual(item, value));
  const known = new Set(values.map(identityOf));
  return (value, budget) => {
    const identity = identityOf(value);
    if (typeof identity === "string") spend(budget, identity.length / CHARACTERS_OF_A_STEP);
    return known.has(identity);
  };
}

function numberChecks(tools: CheckTools, schema: JsonObject): ConformityCheck[] {
  const checks: ConformityCheck[] = [];
  const { min, minExclusive, max, maxExclusive } = boundsOf(
    schema,
    tools.subSchemas.registry.dialect,
  );
  const add = (test: (value: number) => boolean): void => {
    checks.push((value) => typeof value !== "number" || test(value));
  };
  if (min !== -Infinity) add((value) => value >= min);
  if (minExclusive !== -Infinity) add((value) => value > minExclusive);
  if (max !== Infinity) add((value) => value <= max);
  if (maxExclusive !== Infinity) add((value) => value < maxExclusive);
  const divisor = numberOf(schema, "multipleOf");
  if (divisor !== undefined) add((value) => isMultiple(value, divisor));
  return checks;
}

function stringChecks(tools: CheckTools, schema: JsonObject): ConformityCheck[] {
  const checks: ConformityCheck[] = [];
  const add = (test: (value: string) => boolean): void => {
    checks.push((value) => typeof value !== "string" || test(value));
  };
  const least = numberOf(schema, "minLength");
  const most = numberOf(schema, "maxLength");
  if (least !== undefined) add((value) => lengthOf(value) >= least);
  if (most !== undefined) add((value) => lengthOf(value) <= most);
  const pattern = textOf(schema, "pattern");
  if (pattern !== undefined) add(tools.patterns.testOf(pattern));
  const format = textOf(schema, "format");
  if (format !== undefined && tools.hasFormats) checks.push(formatTest(format));
  return checks;
}

/** The length of a string in code points, as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length) {
      if ((text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) length--;
    }
  }
  return length;
}
