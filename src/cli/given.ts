import { parseArgs } from "node:util";
import { nearest } from "../core/nearest.ts";
import { EXEC_VARIABLES } from "../options/command-environment.ts";
import { reading } from "../options/form.ts";
import { type Command, type OptionRow, variableOf } from "../options/option-row.ts";
import { OPTION_ROWS, type OptionName, type Options } from "../options/option-table.ts";
import { textMessage, unknownMessage } from "../options/wording.ts";

/** A piece of the command line; `index` is its position among the arguments. */
type Token = ReturnType<typeof parseArgs<{ strict: false; tokens: true }>>["tokens"][number];

/** An option. `rawName` is the flag as typed; `inlineValue` tells whether the value follows `=`. */
type OptionToken = Extract<Token, { kind: "option" }>;

const GENERAL_FLAGS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Finds an option by its flag. Two commands may use the same flag for different options. */
function optionWith(flag: string, command: string | undefined) {
  const rows = OPTION_ROWS.filter(([, row]) => row.flag === flag);
  return rows.find(([, { commands }]) => commands.some((each) => each === command)) ?? rows[0];
}

/** `stray` lists the arguments after `exec` if `--` is missing: perhaps the command to run. */
export function splitWords(argv: readonly string[]): {
  readonly tokens: readonly Token[];
  readonly stray: readonly string[];
} {
  const tokens = withoutStrayValues(tokensOf(argv));
  const [command, first] = tokens.filter((token) => token.kind === "positional");
  if (command?.value !== "exec" || first === undefined) return { tokens, stray: [] };
  const before = tokens.filter(({ index }) => index < first.index);
  return { tokens: before, stray: argv.slice(first.index) };
}

function tokensOf(argv: readonly string[]): readonly Token[] {
  const flags = OPTION_ROWS.flatMap(([, { flag }]) => flag ?? []);
  const entries = flags.map((flag) => {
    // The command, which is usually the first argument, decides whether a flag has a value.
    const [, row] = optionWith(flag, argv[0]) ?? [];
    return [flag, { type: row?.form.placeholder === undefined ? "boolean" : "string" }] as const;
  });
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(entries), ...GENERAL_FLAGS },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

/** Drops arguments after unknown options: they are probably the options' values, not mistakes. */
function withoutStrayValues(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token, index) => {
    const before = tokens[index - 1];
    if (token.kind !== "positional" || before?.kind !== "option") return true;
    const { name, inlineValue } = before;
    const isKnown = Object.hasOwn(GENERAL_FLAGS, name) || optionWith(name, undefined) !== undefined;
    return isKnown || inlineValue === true || token.index !== before.index + 1;
  });
}

/** An option's value as a string, and where it was set: `--port` or `BATCH_SIM_PORT`. */
export type Given = {
  readonly name: OptionName;
  readonly text: string;
  readonly where: string;
};

export type Env = Readonly<Record<string, string | undefined>>;

const ENV_PREFIX = "BATCH_SIM_";

/** The option that an argument sets. If the argument is invalid, adds a problem instead. */
export function givenInArgument(
  { name: flag, rawName, value, inlineValue }: OptionToken,
  command: Command | undefined,
  problems: string[],
): readonly Given[] {
  if (Object.hasOwn(GENERAL_FLAGS, flag)) return [];
  const [name, row] = optionWith(flag, command) ?? [];
  if (name === undefined || row === undefined || !rawName.startsWith("--")) {
    problems.push(unknownFlag(rawName, command));
    return [];
  }
  if (command !== undefined && !row.commands.includes(command)) {
    problems.push(`\`${rawName}\` is not an option of \`${command}\`.`);
    return [];
  }
  const given = { name, where: rawName };
  if (row.form.placeholder === undefined) return [{ ...given, text: value ?? "true" }];
  // If the next argument looks like an option (`-x`, but not `-1`), the value is missing.
  if (value === undefined || (inlineValue === false && /^-(?!\d)/.test(value))) {
    const { expected, expectedText = expected } = row.form;
    problems.push(`Expected \`${rawName}\` to be followed by ${expectedText}.`);
    return [];
  }
  return [{ ...given, text: value }];
}

function unknownFlag(rawName: string, command: Command | undefined): string {
  const flagsOf = (isOwn: (row: OptionRow) => boolean): string[] =>
    OPTION_ROWS.flatMap(([, row]) => (isOwn(row) ? (row.flag ?? []) : []));
  const name = rawName.replace(/^-+/, "");
  const own = flagsOf(({ commands }) => command === undefined || commands.includes(command));
  const all = flagsOf(() => true);
  const near = nearest(name, [...own, ...Object.keys(GENERAL_FLAGS)]) ?? nearest(name, all);
  const help = ["batch-sim help", ...(command === undefined ? [] : [command])].join(" ");
  const hint =
    near === undefined ? `\`${help}\` lists the options.` : `Did you mean \`--${near}\`?`;
  return `Unknown option \`${rawName}\`. ${hint}`;
}

export function givenInEnv(env: Env, command: Command, problems: string[]): readonly Given[] {
  problems.push(...misspelledVariables(env));
  return OPTION_ROWS.flatMap(([name, row]) => {
    const where = variableOf(row);
    if (where === undefined || !row.commands.includes(command)) return [];
    const text = env[where] ?? "";
    if (text === "") return [];
    const isRepeatable = row.form.combine !== undefined;
    const texts = isRepeatable ? text.split(",").map((item) => item.trim()) : [text];
    return texts.map((item) => ({ name, text: item, where }));
  });
}

/** Reports only variables whose names resemble a known one; others may be for other programs. */
function misspelledVariables(env: Env): readonly string[] {
  const known = OPTION_ROWS.flatMap(([, row]) => variableOf(row) ?? []);
  return Object.keys(env).flatMap((name) => {
    const isKnown = known.includes(name) || Object.hasOwn(EXEC_VARIABLES, name);
    if (isKnown || !name.startsWith(ENV_PREFIX)) return [];
    const suffixes = known.map((each) => each.slice(ENV_PREFIX.length));
    const near = nearest(name.slice(ENV_PREFIX.length), suffixes);
    return near === undefined ? [] : [unknownMessage("variable", name, [`${ENV_PREFIX}${near}`])];
  });
}

export function optionsOf(given: readonly Given[], problems: string[]): Options {
  const entries = OPTION_ROWS.flatMap(([name, { form }]) => {
    const own = given.filter((each) => each.name === name);
    const values = own.flatMap(({ text, where }) => {
      const { value, misfits } = reading(form, form.fromText(text));
      if (misfits.length === 0) return [value];
      problems.push(textMessage(form, where, text));
      return [];
    });
    if (own.length === 0 || values.length < own.length) return [];
    return [[name, form.combine === undefined ? values.at(-1) : form.combine(values)]];
  });
  return Object.fromEntries(entries) as Options;
}
