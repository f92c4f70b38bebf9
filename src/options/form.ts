import type { JsonObject } from "../core/json.ts";
import type { DataPath, KeyOrValue } from "../yaml/data-path.ts";

/** A part of a value that doesn't have the required form. */
export type Misfit = {
  /** From the value to the part; empty for the value itself. */
  readonly path: DataPath;
  readonly at: KeyOrValue;
  /** Completes "Expected `name` to be"; undefined for an unknown key. */
  readonly expected?: string;
  readonly got: unknown;
  /** The accepted words, or the known keys: the closest one is suggested. */
  readonly words?: readonly string[];
  /** Whether messages must not repeat the value. */
  readonly isSecret?: boolean;
};

/** A value, or every reason why the data isn't one. */
export type Reading<Value> =
  | { readonly value: Value; readonly misfits: readonly [] }
  | { readonly misfits: readonly Misfit[] };

/**
 * The allowed values of an option. A string from the command line or the environment is first
 * turned into the data that a program or a project file would give, so every source gets the same
 * verdict.
 */
export type Form<Value> = {
  /** Completes "Expected `name` to be". */
  readonly expected: string;
  /**
   * Completes the same sentence about a string on the command line, if that is written differently.
   */
  readonly expectedText?: string;
  readonly words?: readonly string[];
  readonly isSecret?: boolean;
  /** JSON Schema of the data; a form that project files use has one. */
  readonly schema?: JsonObject;
  /** The data that a string represents; the string itself if it represents nothing else. */
  readonly fromText: (text: string) => unknown;
  /** How documentation writes a value of this form; by default as it is. */
  readonly toText?: (value: unknown) => string;
  readonly read: (data: unknown) => Reading<Value>;
  /** The value of an option that is given several times; without it, the last one counts. */
  readonly combine?: (values: readonly unknown[]) => unknown;
};

type ScalarParts<Value> = Pick<
  Form<Value>,
  "expected" | "expectedText" | "words" | "isSecret" | "schema" | "combine"
> &
  Partial<Pick<Form<Value>, "fromText" | "toText">> & {
    /** The value of data; undefined if it is invalid. */
    readonly accept: (data: unknown) => Value | undefined;
  };

/** A form without parts. */
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
