import type { Form } from "./form.ts";

export type Command =
  | "start"
  | "demo"
  | "exec"
  | "explore"
  | "record"
  | "verify"
  | "report"
  | "health"
  | "show"
  | "scenarios"
  | "lint"
  | "spec"
  | "overlays"
  | "assumptions"
  | "schema"
  | "store"
  | "init"
  | "completion"
  | "help";

/** The commands that run a server until they are stopped or while a client's command runs. */
export const SERVERS: readonly Command[] = ["start", "exec", "explore"];

/** An option's properties, except its texts, which are in `data/options.yaml`. */
export type OptionRow<Value = unknown> = {
  readonly form: Form<Value>;
  /** The flag without `--`. An option without a flag has no environment variable, either. */
  readonly flag?: string;
  /** True if the environment variable belongs to another option that has the same flag. */
  readonly isOnlyOnLine?: boolean;
  /** The commands that accept the option; empty for an option without a flag. */
  readonly commands: readonly Command[];
  readonly isInProjectFile?: boolean;
  /** Set if the value may be one or more paths, relative to the project file's folder. */
  readonly path?: "file" | "shipped name or file";
  /** Whether the option changes responses. If so, reproducing them requires the same option. */
  readonly shapesResponses?: boolean;
  readonly fallback?: Value;
};

/** Adds default commands and flags. A default flag is the name in kebab case, without `Ms`. */
export function rowsOf<const Rows extends Readonly<Record<string, RowWithoutCommands>>>(
  commands: readonly Command[],
  rows: Rows,
): { readonly [Name in keyof Rows]: Rows[Name] & Pick<OptionRow, "commands"> } {
  const entries = Object.entries(rows).map(([name, row]: [string, RowWithoutCommands]) => {
    const filled: OptionRow = { commands, ...row };
    if (filled.commands.length === 0) return [name, filled];
    const flag = name.replace(/Ms$/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, { flag, ...filled }];
  });
  return Object.fromEntries(entries);
}

type RowWithoutCommands = Omit<OptionRow, "commands"> & Partial<Pick<OptionRow, "commands">>;

export type ValuesOf<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends { readonly form: Form<infer Value> }
    ? Value
    : never;
};

/** Command-line arguments for the options in `rows` whose values differ from their defaults. */
export function optionWords(
  options: { readonly [name: string]: unknown },
  rows: readonly (readonly [string, OptionRow])[],
): readonly string[] {
  return rows.flatMap(([name, { flag, fallback }]) => {
    const value = options[name];
    if (value === undefined || value === fallback) return [];
    // Another program may be using the port, so the arguments request any free port.
    const texts = name === "deploymentPort" ? ["0"] : textsOf(value);
    return texts.flatMap((text) => [`--${flag}`, text]);
  });
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  if (Array.isArray(value)) return value.map(String);
  return Object.entries(value).map(([name, item]) => `${name}=${item}`);
}

/** The environment variable of an option; undefined if it has none. */
export function variableOf({ flag, isOnlyOnLine = false }: OptionRow): string | undefined {
  if (flag === undefined || isOnlyOnLine) return undefined;
  return `BATCH_SIM_${flag.replaceAll("-", "_").toUpperCase()}`;
}

/** The content of `data/options.yaml`. */
export type OptionTexts = Readonly<Record<string, string | OptionText>>;

/** An option's help: its purpose and its default, in words. An empty default isn't shown. */
export type OptionText = { readonly about: string; readonly default: string };

export function textOf(
  texts: OptionTexts,
  [name, { fallback, form }]: readonly [string, OptionRow],
): OptionText {
  const text = texts[name] ?? "";
  if (typeof text !== "string") return text;
  const isPlain = fallback === undefined || typeof fallback === "boolean";
  return { about: text, default: isPlain ? "" : (form.toText ?? String)(fallback) };
}
