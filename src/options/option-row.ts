import type { Form } from "./option-forms.ts";

/** What the program can be told to do. */
export type Command =
  | "start"
  | "demo"
  | "exec"
  | "report"
  | "scenarios"
  | "lint"
  | "spec"
  | "overlays"
  | "assumptions";

type ItemOf<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : NonNullable<Value>;

/** One option: all that help, parser and documentation know of it. */
export type OptionRow<Value = unknown> = {
  /** On the command line, after `--`. */
  readonly name: string;
  /** Stands for the value in the help text; empty for a flag. */
  readonly form: string;
  /** One line. */
  readonly about: string;
  /** As the help text shows it; empty where there is none. */
  readonly fallback: string;
  /** Whether it may be given more than once, and holds a list. */
  readonly isList: boolean;
  readonly commands: readonly Command[];
  readonly value: Form<ItemOf<Value>>;
};

type RowDetails = {
  readonly about: string;
  readonly fallback?: string;
  readonly isList?: boolean;
  readonly commands?: readonly Command[];
};

/** A row of the table; without `commands`, it is an option of `start` alone. */
export function row<Item>(
  name: string,
  form: string,
  value: Form<Item>,
  details: RowDetails,
): Omit<OptionRow, "value"> & { readonly value: Form<Item> } {
  return {
    name,
    form,
    value,
    fallback: "",
    isList: false,
    commands: ["start"],
    ...details,
  };
}

/** Name of the environment variable that sets an option. */
export function envName({ name }: Pick<OptionRow, "name">): string {
  return `BATCH_SIM_${name.replaceAll("-", "_").toUpperCase()}`;
}
