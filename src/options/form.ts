import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { DataPath, KeyOrValue } from "../yaml/data-path.ts";

/** An invalid part of a value. */
export type Misfit = {
  /** Path from the value to the part; empty for the value itself. */
  readonly path: DataPath;
  readonly at: KeyOrValue;
  /** Completes "Expected `name` to be"; undefined for an unknown key. */
  readonly expected?: string;
  readonly got: unknown;
  /** The allowed words or keys. Messages suggest the closest one. */
  readonly words?: readonly string[];
  /** Whether messages must not repeat the value. */
  readonly isSecret?: boolean;
};

type Refuse = (misfit: Misfit) => undefined;

/**
 * An option's allowed values. A string from the command line or the environment is first converted
 * to the value that a program or a project file would use. So all sources pass the same checks.
 */
export type Form<Value> = {
  /** Completes "Expected `name` to be". */
  readonly expected: string;
  /** Like `expected`, but for a string on the command line; by default, `expected`. */
  readonly expectedText?: string;
  /** Stands for the value in the help text. Undefined for a flag that needs no value. */
  readonly placeholder?: string;
  readonly words?: readonly string[];
  readonly isSecret?: boolean;
  /** JSON Schema of the data. Required for options in project files. */
  readonly schema?: JsonObject;
  /** Converts a string to data. It may return invalid data, such as the string itself. */
  readonly fromText: (text: string) => unknown;
  /** Formats a value for documentation; `String` by default. */
  readonly toText?: (value: unknown) => string;
  /** Calls `refuse` with each invalid part; use the returned value only if all parts are valid. */
  readonly read: (data: unknown, refuse: Refuse) => Value | undefined;
  /** Combines the values of a repeated option; by default, the last value applies. */
  readonly combine?: (values: readonly unknown[]) => unknown;
};

type ScalarParts<Value> = Omit<Form<Value>, "read" | "fromText"> &
  Partial<Pick<Form<Value>, "fromText">> & {
    /** Returns undefined for invalid data. */
    readonly accept: (data: unknown) => Value | undefined;
  };

export function scalar<Value>({ accept, ...parts }: ScalarParts<Value>): Form<Value> {
  const { expected, words = [], isSecret = false } = parts;
  return {
    fromText: (text) => text,
    ...parts,
    read: (data, refuse) =>
      accept(data) ?? refuse({ path: [], at: "value", expected, got: data, words, isSecret }),
  };
}

export function listForm<Item>(item: Form<Item>): Form<readonly Item[]> {
  const { read: _, schema, ...parts } = item;
  return {
    ...parts,
    ...(schema === undefined ? {} : { schema: { type: "array", items: schema } }),
    fromText: (text) => [item.fromText(text)],
    read: (data, refuse) => {
      if (!Array.isArray(data)) return refuse(misfit("a list", data, item.isSecret));
      return data.map((each, index) => item.read(each, refusingIn(index, refuse)) as Item);
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
    read: (data, refuse) => {
      if (!isJsonObject(data)) return refuse(misfit(expected, data, isSecret));
      for (const key of Object.keys(data))
        if (!Object.hasOwn(fields, key))
          refuse({ path: [key], at: "key", got: key, words: Object.keys(fields) });
      const entries = forms
        .filter(([key]) => data[key] !== undefined || required.some((each) => each === key))
        .map(([key, form]) => [key, form.read(data[key], refusingIn(key, refuse))]);
      return Object.fromEntries(entries);
    },
  };
}

export function misfit(expected: string, got: unknown, isSecret = false): Misfit {
  return { path: [], at: "value", expected, got, isSecret };
}

export function refusingIn(step: string | number, refuse: Refuse): Refuse {
  return (found) => refuse({ ...found, path: [step, ...found.path] });
}

export function reading<Value>(form: Form<Value>, data: unknown) {
  const misfits: Misfit[] = [];
  const value = form.read(data, (found) => void misfits.push(found));
  return { value, misfits };
}
