import { nearest } from "../core/nearest.ts";
import { EXEC_VARIABLES } from "../options/command-environment.ts";
import { type Command, envName, type OptionRow } from "../options/option-row.ts";
import { OPTION_ROWS, type OptionName, type Options } from "../options/option-table.ts";
import { textMessage, unknownMessage } from "../options/wording.ts";
import { GENERAL_FLAGS, type OptionToken } from "./split-words.ts";

/** A string for an option, and where it was given: `--port` or `BATCH_SIM_PORT`. */
export type Given = {
  readonly name: OptionName;
  readonly row: OptionRow;
  readonly text: string;
  readonly where: string;
};

/** The environment of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

const ENV_PREFIX = "BATCH_SIM_";

/** The option that one argument sets; empty if it is invalid, which adds a problem. */
export function givenInArgument(
  { name: flag, rawName, value, inlineValue }: OptionToken,
  command: Command | undefined,
  problems: string[],
): readonly Given[] {
  if (Object.hasOwn(GENERAL_FLAGS, flag)) return [];
  // Two commands may have an option of their own with the same flag.
  const rows = OPTION_ROWS.filter(([, each]) => each.flag === flag);
  const isOwn = ({ commands }: OptionRow): boolean =>
    command !== undefined && commands.includes(command);
  const [name, row] = rows.find(([, each]) => isOwn(each)) ?? rows[0] ?? [];
  if (name === undefined || row === undefined || !rawName.startsWith("--")) {
    problems.push(unknownFlag(rawName, command));
    return [];
  }
  if (command !== undefined && !row.commands.includes(command)) {
    problems.push(`\`${rawName}\` is not an option of \`${command}\`.`);
    return [];
  }
  const given = { name, row, where: rawName };
  if (row.placeholder === undefined) return [{ ...given, text: value ?? "true" }];
  // A value that looks like an option means that the value is missing, unless it is a negative
  // number.
  if (value === undefined || (inlineValue === false && /^-(?!\d)/.test(value))) {
    const { expected, expectedText = expected } = row.form;
    problems.push(`Expected \`${rawName}\` to be followed by ${expectedText}.`);
    return [];
  }
  return [{ ...given, text: value }];
}

/** Suggests one of the command's own options, if one is close. */
function unknownFlag(rawName: string, command: Command | undefined): string {
  const flagsOf = (isOwn: (row: OptionRow) => boolean): string[] =>
    OPTION_ROWS.flatMap(([, row]) => (isOwn(row) ? (row.flag ?? []) : []));
  const name = rawName.replace(/^-+/, "");
  const own = flagsOf(({ commands }) => command === undefined || commands.includes(command));
  const near =
    nearest(name, [...own, ...Object.keys(GENERAL_FLAGS)]) ??
    nearest(
      name,
      flagsOf(() => true),
    );
  const hint =
    near === undefined
      ? `\`batch-sim ${command === undefined ? "help" : `help ${command}`}\` lists them.`
      : `Did you mean \`--${near}\`?`;
  return `Unknown option \`${rawName}\`. ${hint}`;
}

/** The options of a command that the environment sets. */
export function givenInEnv(env: Env, command: Command, problems: string[]): readonly Given[] {
  problems.push(...misspelledVariables(env));
  return OPTION_ROWS.flatMap(([name, row]) => {
    if (row.flag === undefined || !row.commands.includes(command)) return [];
    const where = envName(row.flag);
    const text = env[where] ?? "";
    if (text === "") return [];
    const isRepeatable = row.form.combine !== undefined;
    const texts = isRepeatable ? text.split(",").map((item) => item.trim()) : [text];
    return texts.map((item) => ({ name, row, text: item, where }));
  });
}

/**
 * Variables that resemble a known one. Any other may belong to another program, and `exec` sets
 * some that are not options.
 */
function misspelledVariables(env: Env): readonly string[] {
  const known = OPTION_ROWS.flatMap(([, { flag }]) => (flag === undefined ? [] : envName(flag)));
  return Object.keys(env).flatMap((name) => {
    const isKnown = known.includes(name) || Object.hasOwn(EXEC_VARIABLES, name);
    if (isKnown || !name.startsWith(ENV_PREFIX)) return [];
    const suffixes = known.map((each) => each.slice(ENV_PREFIX.length));
    const near = nearest(name.slice(ENV_PREFIX.length), suffixes);
    return near === undefined ? [] : [unknownMessage("variable", name, [`${ENV_PREFIX}${near}`])];
  });
}

/** The options that have a valid string; the problems of the others are added. */
export function optionsOf(given: readonly Given[], problems: string[]): Options {
  const entries = OPTION_ROWS.flatMap(([name, { form }]) => {
    const own = given.filter((each) => each.name === name);
    const values = own.flatMap((each) => valueIn(each, problems));
    if (own.length === 0 || values.length < own.length) return [];
    return [[name, form.combine === undefined ? values.at(-1) : form.combine(values)]];
  });
  return Object.fromEntries(entries) as Options;
}

function valueIn({ row: { form }, text, where }: Given, problems: string[]): readonly unknown[] {
  const reading = form.read(form.fromText(text));
  if ("value" in reading) return [reading.value];
  problems.push(textMessage(form, where, text));
  return [];
}
