import { parseArgs } from "node:util";
import { nearest } from "../core/nearest.ts";
import { EXEC_VARIABLES } from "../options/env-name.ts";
import { type Command, envName, type OptionRow } from "../options/option-row.ts";
import { OPTION_TABLE, type Options } from "../options/option-table.ts";

/** What was asked for on the command line and in the environment. */
export type CommandLine = {
  readonly command: Command;
  readonly wants: "run" | "help" | "version";
  readonly options: Options;
  /** The words after a command that takes some; of `exec`, those after `--`. */
  readonly operands: readonly string[];
  /** All that is wrong with it, a sentence each. */
  readonly problems: readonly string[];
};

type Env = Readonly<Record<string, string | undefined>>;
type Token = ReturnType<typeof tokensOf>[number];
type OptionToken = Extract<Token, { kind: "option" }>;

/** A text somebody gave for an option, and where: `--port` or `BATCH_SIM_PORT`. */
type Given = { readonly row: OptionRow; readonly text: string; readonly where: string };

const COMMANDS: readonly Command[] = [
  "start",
  "demo",
  "exec",
  "report",
  "scenarios",
  "lint",
  "spec",
  "overlays",
  "assumptions",
];
/** Commands that take words, and what these are. */
const OPERANDS: { readonly [Name in Command]?: string } = {
  lint: "a scenario file",
  report: "the simulator's URL",
  exec: "`--` and a command, such as `npm test`",
};
const ROWS: readonly OptionRow[] = Object.values(OPTION_TABLE);
const FLAGS = { help: { type: "boolean", short: "h" }, version: { type: "boolean" } } as const;
const ENV_PREFIX = "BATCH_SIM_";

/** Reads the arguments and the environment; of an option in both, the argument counts. */
export function readCommandLine(argv: readonly string[], env: Env): CommandLine {
  const end = argv.indexOf("--");
  const [own, rest] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const { tokens, stray } = splitStray(withoutStrayValues(tokensOf(own)), own);
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const named = words.length === 0 ? "start" : COMMANDS.find((name) => name === words[0]);
  const command = named ?? "start";
  const flags = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
  const operands = command === "exec" ? rest : [...words.slice(1), ...rest];
  const problems = [
    ...(named === undefined ? [unknownCommand(words[0] ?? "")] : []),
    ...(stray.length > 0 ? [missingDashes(stray)] : operandProblems(command, operands)),
  ];
  const options = tokens.filter((token) => token.kind === "option");
  const fromArgs = options.flatMap((token) => givenBy(token, named, problems));
  const overruled = new Set(fromArgs.map(({ row }) => row));
  const fromEnv = givenInEnv(env, command, problems).filter(({ row }) => !overruled.has(row));
  return {
    command,
    wants: flags.has("help") ? "help" : flags.has("version") ? "version" : "run",
    options: valuesOf([...fromArgs, ...fromEnv], problems),
    operands,
    problems,
  };
}

function operandProblems(command: Command, operands: readonly string[]): string[] {
  const wanted = OPERANDS[command];
  if (wanted === undefined) {
    return operands.map(
      (word) => `Expected no further word after \`${command}\`, got \`${word}\`.`,
    );
  }
  return operands.length > 0
    ? []
    : [`Expected \`${command}\` to be followed by ${wanted}, got nothing.`];
}

function tokensOf(argv: readonly string[]) {
  const entries = ROWS.map(({ name, form }) => {
    return [name, { type: form === "" ? "boolean" : "string" }] as const;
  });
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(entries), ...FLAGS },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

/** The word after an option that there isn't is taken as its value: one mistake, one problem. */
function withoutStrayValues(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token, index) => {
    const before = tokens[index - 1];
    if (token.kind !== "positional" || before?.kind !== "option") return true;
    const isKnown =
      Object.hasOwn(FLAGS, before.name) || ROWS.some(({ name }) => name === before.name);
    return isKnown || before.inlineValue === true || token.index !== before.index + 1;
  });
}

/** Of `exec`, what begins with a word that no `--` stands before: a command with its own options, which are not ours to judge. */
function splitStray(
  tokens: readonly Token[],
  argv: readonly string[],
): { readonly tokens: readonly Token[]; readonly stray: readonly string[] } {
  const [command, first] = tokens.filter((token) => token.kind === "positional");
  if (command?.value !== "exec" || first === undefined) return { tokens, stray: [] };
  const before = tokens.filter(({ index }) => index < first.index);
  return { tokens: before, stray: argv.slice(first.index) };
}

function missingDashes(stray: readonly string[]): string {
  return `Expected \`--\` before the command to run, as in \`exec -- npm test\`, got \`${stray.join(" ")}\`.`;
}

function unknownCommand(word: string): string {
  const near = nearest(word, COMMANDS);
  const hint =
    near === undefined
      ? `There are: ${COMMANDS.map((name) => `\`${name}\``).join(", ")}.`
      : `Did you mean \`${near}\`?`;
  return `Unknown command \`${word}\`. ${hint}`;
}

function givenBy(token: OptionToken, command: Command | undefined, problems: string[]): Given[] {
  const { name, rawName, value, inlineValue } = token;
  if (Object.hasOwn(FLAGS, name)) return [];
  const row = ROWS.find((each) => each.name === name);
  if (row === undefined || !rawName.startsWith("--")) {
    problems.push(unknownOption(rawName));
    return [];
  }
  if (command !== undefined && !row.commands.includes(command)) {
    problems.push(`\`${rawName}\` is no option of \`${command}\`.`);
    return [];
  }
  if (row.form === "") return [{ row, text: value ?? "true", where: rawName }];
  // A value that looks like an option is a value left out, except a negative number.
  if (value === undefined || (inlineValue === false && /^-(?!\d)/.test(value))) {
    problems.push(`Expected \`${rawName}\` to be followed by ${row.value.expected}.`);
    return [];
  }
  return [{ row, text: value, where: rawName }];
}

function unknownOption(rawName: string): string {
  const names = [...ROWS.map(({ name }) => name), ...Object.keys(FLAGS)];
  const near = nearest(rawName.replace(/^-+/, ""), names);
  const hint =
    near === undefined ? "`batch-sim --help` lists them." : `Did you mean \`--${near}\`?`;
  return `Unknown option \`${rawName}\`. ${hint}`;
}

function givenInEnv(env: Env, command: Command, problems: string[]): Given[] {
  const names = ROWS.map(envName);
  for (const name of Object.keys(env).filter((key) => key.startsWith(ENV_PREFIX))) {
    const suffix = name.slice(ENV_PREFIX.length);
    const near = nearest(
      suffix,
      names.map((known) => known.slice(ENV_PREFIX.length)),
    );
    // A variable that is near none may be the business of somebody else; so is what `exec` sets for its command.
    if (near !== undefined && !names.includes(name) && !EXEC_VARIABLES.has(name))
      problems.push(`Unknown variable \`${name}\`. Did you mean \`${ENV_PREFIX}${near}\`?`);
  }
  return ROWS.filter((row) => row.commands.includes(command)).flatMap((row) => {
    const where = envName(row);
    const text = env[where] ?? "";
    if (text === "") return [];
    const texts = row.isList ? text.split(",").map((item) => item.trim()) : [text];
    return texts.map((item) => ({ row, text: item, where }));
  });
}

function valuesOf(given: readonly Given[], problems: string[]): Options {
  const entries = Object.entries(OPTION_TABLE).map(([key, row]: [string, OptionRow]) => {
    const values = given
      .filter((each) => each.row === row)
      .map((each) => readValue(each, problems));
    return [key, row.isList && values.length > 0 ? values : values.at(-1)] as const;
  });
  // The table's own type says that each value is of its option's type.
  return Object.fromEntries(entries) as unknown as Options;
}

function readValue({ row, text, where }: Given, problems: string[]): unknown {
  const value = row.value.read(text);
  if (value === undefined) {
    const got = row.value.isSecret === true ? "another" : text === "" ? "nothing" : `\`${text}\``;
    problems.push(`Expected \`${where}\` to be ${row.value.expected}, got ${got}.`);
  }
  return value;
}
