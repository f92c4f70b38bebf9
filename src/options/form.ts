import type { JsonObject } from "../core/json.ts";
import type { DataPath, KeyOrValue } from "../yaml/data-path.ts";

/** A part of a value that doesn't have the required form. */
export type Misfit = {
  /** Path from the value to the part; empty for the value itself. */
  readonly path: DataPath;
  readonly at: KeyOrValue;
  /** Completes "Expected `name` to be"; undefined for an unknown key. */
  readonly expected?: string;
  readonly got: unknown;
  /** The accepted words, or the known keys, from which the closest one is suggested. */
  readonly words?: readonly string[];
  /** Whether messages must not repeat the value. */
  readonly isSecret?: boolean;
};

/** A valid value, or every part of the data that is invalid. */
export type Reading<Value> =
  | { readonly value: Value; readonly misfits: readonly [] }
  | { readonly misfits: readonly Misfit[] };

/**
 * The allowed values of an option. A string from the command line or the environment is first
 * turned into the data that a program or a project file would contain, so that the same checks
 * apply to every source.
 */
export type Form<Value> = {
  /** Completes "Expected `name` to be". */
  readonly expected: string;
  /** Completes the same sentence about a string on the command line; `expected` by default. */
  readonly expectedText?: string;
  /** Represents a value in the help text; a flag whose form has no placeholder needs no value. */
  readonly placeholder?: string;
  readonly words?: readonly string[];
  readonly isSecret?: boolean;
  /** JSON Schema of the data; forms that project files use have one. */
  readonly schema?: JsonObject;
  /** Converts a string to the data that it represents; the string itself by default. */
  readonly fromText: (text: string) => unknown;
  /** Formats a value for documentation; by default, unchanged. */
  readonly toText?: (value: unknown) => string;
  readonly read: (data: unknown) => Reading<Value>;
  /**
   * Combines the values of an option that is set several times; by default, the last one counts.
   */
  readonly combine?: (values: readonly unknown[]) => unknown;
};

type ScalarParts<Value> = Omit<Form<Value>, "read" | "fromText"> &
  Partial<Pick<Form<Value>, "fromText">> & {
    /** The value that the data represents; undefined if the data is invalid. */
    readonly accept: (data: unknown) => Value | undefined;
  };

export function scalar<Value>({ accept, ...parts }: ScalarParts<Value>): Form<Value> {
  const { expected, words = [], isSecret = false } = parts;
  return {
    fromText: (text) => text,
    ...parts,
    read: (data) => {
      const value = accept(data);
      if (value !== undefined) return { value, misfits: [] };
      return { misfits: [{ path: [], at: "value", expected, got: data, words, isSecret }] };
    },
  };
}

/** A list; on the command line, each string is one item. */
export function listForm<Item>(item: Form<Item>): Form<readonly Item[]> {
  const { read: _, schema, ...parts } = item;
  return {
    ...parts,
    ...(schema === undefined ? {} : { schema: { type: "array", items: schema } }),
    fromText: (text) => [item.fromText(text)],
    read: (data) => {
      if (!Array.isArray(data)) return misfit("a list", data, item.isSecret);
      return joined(data.map((each, index) => [index, item.read(each)])) as Reading<Item[]>;
    },
    combine: (values) => values.flat(),
  };
}

/** An object with known keys; keys that aren't `required` are optional. */
export function objectOf<Value extends object>(
  fields: { readonly [Key in keyof Value]-?: Form<NonNullable<Value[Key]>> },
  required: readonly (keyof Value & string)[] = [],
): Form<Value> {
  const expected = "an object";
  const forms: [string, Form<unknown>][] = Object.entries(fields);
  const isSecret = forms.some(([, form]) => form.isSecret);
  return {
    expected,
    schema: {
      type: "object",
      // A field without a schema may have any value.
      properties: Object.fromEntries(forms.map(([key, { schema = {} }]) => [key, schema])),
      required,
      additionalProperties: false,
    },
    fromText: (text) => text,
    read: (data) => {
      if (!isObject(data)) return misfit(expected, data, isSecret);
      const unknown = Object.keys(data)
        .filter((key) => !Object.hasOwn(fields, key))
        .map((key): Misfit => ({ path: [key], at: "key", got: key, words: Object.keys(fields) }));
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

export function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** A reading in which the data itself is the only misfit. */
export function misfit(
  expected: string,
  got: unknown,
  isSecret = false,
): { readonly misfits: readonly Misfit[] } {
  return { misfits: [{ path: [], at: "value", expected, got, isSecret }] };
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
