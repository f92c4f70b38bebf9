import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { within } from "../../yaml/data-path.ts";
import { type DocumentProblem, expected, problemIf, unknownKeys } from "./found.ts";

/** Returns the problems with a value in a document; a missing value is undefined. */
export type Shape = (value: JsonValue | undefined) => readonly DocumentProblem[];

type Shapes = Readonly<Record<string, Shape>>;

/** Accepts values that meet a condition; `form` completes "Expected …" for other values. */
export function simple(form: string, isRight: (value: JsonValue) => boolean): Shape {
  return (value) => (value !== undefined && isRight(value) ? [] : expected(form, value));
}

export const anything: Shape = () => [];

/** Accepts strings that pass `pattern.test`; by default, any string that isn't empty. */
export function stringOf(form: string, pattern: Pick<RegExp, "test"> = /./s): Shape {
  return simple(form, (value) => typeof value === "string" && pattern.test(value));
}

export const text: Shape = stringOf("a nonempty string");

export const yesOrNo: Shape = simple("true or false", (value) => typeof value === "boolean");

export const count: Shape = simple(
  "a whole number above 0",
  (value) => Number.isInteger(value) && Number(value) > 0,
);

export const amount: Shape = simple(
  "a number that is at least 0",
  (value) => typeof value === "number" && value >= 0,
);

export const errorStatus: Shape = simple(
  "a status from 400 to 599",
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
);

export function oneWordOf(names: readonly string[]): Shape {
  return stringOf(`one of ${listed(names)}`, { test: (word) => names.includes(word) });
}

const anObject: Shape = simple("an object", isJsonObject);

/** Accepts objects with these keys and no others. */
export function parts(required: Shapes, optional: Shapes = {}): Shape {
  return (value) => {
    if (!isJsonObject(value)) return anObject(value);
    const given = Object.entries(optional).filter(([key]) => key in value);
    return [
      ...unknownKeys(value, Object.keys({ ...required, ...optional })),
      ...inside(value, { ...required, ...Object.fromEntries(given) }),
    ];
  };
}

/** Accepts objects with these keys. Also allows extensions, whose keys begin with `x-`. */
export function extensible(form: string, required: Shapes, optional: Shapes = {}): Shape {
  return (value) => {
    if (!isJsonObject(value)) return expected(form, value);
    const own = Object.entries(value).filter(([name]) => !name.startsWith("x-"));
    return parts(required, optional)(Object.fromEntries(own));
  };
}

/** Accepts objects; checks only these keys. */
export function some(shapes: Shapes): Shape {
  return (value) => (isJsonObject(value) ? inside(value, shapes) : anObject(value));
}

function inside(object: JsonObject, shapes: Shapes): DocumentProblem[] {
  return Object.entries(shapes).flatMap(([key, shape]) => within([key], shape(object[key])));
}

type KeyForm = { readonly form: string; readonly pattern: RegExp };

/** Accepts objects with any keys that match a pattern; `shape` checks each value. */
export function mapOf(
  shape: Shape,
  { form, pattern }: KeyForm = { form: "a name", pattern: /./ },
): Shape {
  return (value) => {
    if (!isJsonObject(value)) return anObject(value);
    return Object.entries(value).flatMap(([key, each]) => [
      ...problemIf(!pattern.test(key), [key], `Expected ${form} as the key, got \`${key}\`.`),
      ...within([key], shape(each)),
    ]);
  };
}

export const headers: Shape = mapOf(
  simple("a value of printable ASCII characters", (value) => /^[\x20-\x7e]+$/.test(String(value))),
  { form: "a header name", pattern: /^[\w-]+$/ },
);

/** Accepts lists; `form` completes "Expected …" for other values. */
export function listOf(form: string, shape: Shape, minItems = 0): Shape {
  return (value) => {
    if (!Array.isArray(value) || value.length < minItems) return expected(form, value);
    return value.flatMap((item, index) => within([index], shape(item)));
  };
}
