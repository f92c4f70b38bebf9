import * as z from "zod";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { DURATION_FORM, DURATION_PATTERN, parseDurationMs } from "../../core/time.ts";
import { choiceOf, stopAtUnknownKeys } from "./expectation.ts";
import { keyList } from "./key-list.ts";

export function keys<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  // `explain-issues.ts` splits the names at the spaces, so no name may contain one.
  const known = Object.keys(shape).join(" ");
  return z
    .strictObject(shape, {
      error: ({ code }) => (code === "unrecognized_keys" ? known || " " : undefined),
    })
    .superRefine((_, context) => stopAtUnknownKeys(context), { when: () => true });
}

export function optional<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): z.ZodExactOptional<Schema> {
  return z.exactOptional(schema).describe(description);
}

/** An object with exactly one of these keys. The object parses to that key's value. */
export function oneKeyOf<Value>(
  shape: Readonly<Record<string, z.ZodType<Value>>>,
): z.ZodType<Value> {
  const names = Object.keys(shape);
  const options = Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)]);
  return keys(Object.fromEntries(options))
    .refine((value) => Object.keys(value).length === 1, {
      error: `an object with exactly one of ${keyList(names)}`,
      when: isPayloadObject,
    })
    .meta({ minProperties: 1, maxProperties: 1 })
    .transform((value) => Object.values(value)[0] as Value);
}

/**
 * Whether to check which keys occur together. True for every object, even if a value is invalid, so
 * that all problems are reported at once. Objects with unknown keys are not checked further.
 */
export function isPayloadObject({ value }: z.core.ParsePayload): boolean {
  return isJsonObject(value);
}

export function textLike(pattern: RegExp, error: string): z.ZodString {
  return z.string({ error }).regex(pattern, { error });
}

/** Parses a duration into milliseconds; `error` describes the expected value in messages. */
export function durationOr(error: string): z.ZodType<number> {
  return z
    .union([textLike(DURATION_PATTERN, error), z.literal(0, { error })], { error })
    .transform((value) => parseDurationMs(String(value)) ?? 0);
}

export const duration: z.ZodType<number> = durationOr(DURATION_FORM).meta({
  id: "duration",
  title: "Duration",
});

const POSITIVE_DURATION = { error: `${DURATION_FORM}, above 0` };

export const positiveDuration: z.ZodType<number> = durationOr(POSITIVE_DURATION.error).refine(
  (durationMs) => durationMs > 0,
  POSITIVE_DURATION,
);

/** `true`, for a feature without settings. */
export const flag: z.ZodType<true> = z.literal(true);

const SHARE = { error: "a percentage such as `60%`, or a number from 0 to 1" };

const percentage = textLike(/^(100|\d{1,2}(\.\d+)?)%$/, SHARE.error).transform(
  (text) => Number(text.slice(0, -1)) / 100,
);

/** Parses a share, such as `60%` or 0.6, to a number from 0 to 1. */
export const share: z.ZodType<number> = z
  .union([percentage, z.number(SHARE).min(0, SHARE).max(1, SHARE)], SHARE)
  .meta({ id: "share", title: "Share" });

export function wholeNumber(minimum: number): z.ZodType<number> {
  const error = `a whole number of at least ${minimum}`;
  return z.int({ error }).min(minimum, { error });
}

export const positiveNumber: z.ZodType<number> = z
  .number({ error: "a number above 0" })
  .positive({ error: "a number above 0" });

export const line: z.ZodType<string> = textLike(/^[^\r\n]+$/, "a nonempty single-line string");

export function oneOrMore<Value>(
  schema: z.ZodType<Value>,
  error: string,
): z.ZodType<readonly Value[]> {
  return z
    .union([schema, z.array(schema).min(1, { error })], { error })
    .transform((value) => (Array.isArray(value) ? value : [value]) as readonly Value[]);
}

export const indexes: z.ZodType<readonly number[]> = oneOrMore(
  wholeNumber(0),
  "an index (0 or greater), or a list of indexes",
);

export const jsonValue: z.ZodType<JsonValue> = z
  .unknown()
  .refine(isJson, { error: "a value that can be represented as JSON" })
  .transform((value) => value as JsonValue);

export const jsonObject: z.ZodType<JsonObject> = z
  .record(z.string(), z.unknown())
  .refine(isJson, { error: "an object that can be represented as JSON" })
  .transform((value) => value as JsonObject);

export function jsonOneOf(values: readonly JsonValue[]): z.ZodType<JsonValue> {
  const texts = values.map(canonicalJson);
  return jsonValue
    .refine((value) => texts.includes(canonicalJson(value)), { error: choiceOf(texts) })
    .meta({ enum: [...values] });
}

/** Whether JSON can represent a value. JSON can't represent YAML's `.inf` and `.nan`. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isJson);
}

/** A JSON Pointer other than the empty one, which points to the root. */
export const jsonPointer: z.ZodType<string> = textLike(
  /^(\/([^~/]|~[01])*)+$/,
  "a JSON Pointer such as `/jobs/0/status`",
);

/** The JSON Schema (2020-12) of the values that a grammar parses. */
export function inputSchemaOf(grammar: z.ZodType): JsonObject {
  const schema = z.toJSONSchema(grammar, { io: "input", unrepresentable: "any" });
  return JSON.parse(JSON.stringify(schema));
}

/** Makes arguments for `refine`. The number of these keys in an object must be in `counts`. */
export function countOf(names: readonly string[], counts: readonly number[], error: string) {
  const isRight = (value: object): boolean =>
    counts.includes(names.filter((name) => name in value).length);
  return [isRight, { error, when: isPayloadObject }] as const;
}
