import type { JsonObject } from "../core/json.ts";
import type { Form, Misfit, Reading } from "./form.ts";

/** A list; on the command line, each string is one item. */
export function listForm<Item>(item: Form<Item>): Form<readonly Item[]> {
  return {
    expected: item.expected,
    ...(item.expectedText === undefined ? {} : { expectedText: item.expectedText }),
    ...(item.schema === undefined ? {} : { schema: { type: "array", items: item.schema } }),
    words: item.words ?? [],
    isSecret: item.isSecret ?? false,
    fromText: (text) => [item.fromText(text)],
    read: (data) => {
      if (!Array.isArray(data)) return misfit("a list", data, item.isSecret);
      return joined(data.map((each, index) => [index, item.read(each)])) as Reading<Item[]>;
    },
    combine: (values) => values.flat(),
  };
}

/** An object of known keys; keys that aren't `required` may be left out. */
export function objectOf<Value extends object>(
  fields: { readonly [Key in keyof Value]-?: Form<NonNullable<Value[Key]>> },
  required: readonly (keyof Value & string)[] = [],
): Form<Value> {
  const expected = "an object";
  const forms: [string, Form<unknown>][] = Object.entries(fields);
  const isSecret = forms.some(([, form]) => form.isSecret);
  return {
    expected,
    schema: objectSchema(forms, required),
    fromText: (text) => text,
    read: (data) => {
      if (!isObject(data)) return misfit(expected, data, isSecret);
      const unknown = Object.keys(data)
        .filter((key) => !Object.hasOwn(fields, key))
        .map((key) => unknownKey(key, Object.keys(fields)));
      const readings = forms
        .filter(([key]) => data[key] !== undefined || required.some((each) => each === key))
        .map(([key, form]) => [key, form.read(data[key])] as const);
      const { misfits } = joined(readings);
      if (unknown.length + misfits.length > 0) return { misfits: [...unknown, ...misfits] };
      const entries = readings.map(([key, reading]) => [key, valueIn(reading)]);
      return { value: Object.fromEntries(entries) as Value, misfits: [] };
    },
  };
}

/** A field without a schema may have any value. */
function objectSchema(
  forms: readonly (readonly [string, Form<unknown>])[],
  required: readonly string[],
): JsonObject {
  const properties = Object.fromEntries(forms.map(([key, { schema = {} }]) => [key, schema]));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Whether data is an object with keys, and not a list. */
export function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** One misfit: the data itself. */
export function misfit(
  expected: string,
  got: unknown,
  isSecret = false,
): { readonly misfits: readonly Misfit[] } {
  return { misfits: [{ path: [], at: "value", expected, got, isSecret }] };
}

function unknownKey(key: string, words: readonly string[]): Misfit {
  return { path: [key], at: "key", got: key, words };
}

function valueIn(reading: Reading<unknown>): unknown {
  return "value" in reading ? reading.value : undefined;
}

/** The values in order, or the misfits of all of them. */
export function joined(
  readings: readonly (readonly [string | number, Reading<unknown>])[],
): Reading<readonly unknown[]> {
  const misfits = readings.flatMap(([step, reading]) =>
    reading.misfits.map((each) => ({ ...each, path: [step, ...each.path] })),
  );
  if (misfits.length > 0) return { misfits };
  return { value: readings.map(([, reading]) => valueIn(reading)), misfits: [] };
}
