import { readFile } from "node:fs/promises";
import { messageOf } from "../core/errors.ts";
import type { Command } from "../options/option-row.ts";
import { brokenRules, mayGenerateToken } from "../options/option-rules.ts";
import {
  OPTION_ROWS,
  OPTION_TABLE,
  type OptionName,
  type Options,
} from "../options/option-table.ts";
import { START_PORT } from "../options/simulator-table.ts";
import { unknownMessage } from "../options/wording.ts";
import { COMMAND_NAMES, OPERANDS } from "./command-list.ts";
import {
  type Env,
  type Given,
  givenInArgument,
  givenInEnv,
  optionsOf,
  splitWords,
} from "./given.ts";

/** The command line takes precedence over the environment, and both over the project file. */
export async function gatherOptions(argv: readonly string[], env: Env): Promise<CommandLine> {
  const line = readCommandLine(argv, env);
  if (line.command === "version") return line;
  const problems = [...line.problems];
  const tls = await readTls(line.options, problems);
  const given: Options = { ...line.options, ...tls };
  if (!OPTION_TABLE.config.commands.includes(line.command))
    return { ...line, options: given, problems };
  const { readProject } = await import("./project-file.ts");
  const project = ofCommand(line.command, await readProject(given.config, problems));
  const options = { ...project, ...given, env: { ...project.env, ...given.env } };
  return { ...line, options, problems };
}

/** `record` and `verify` call the real service, so only project options for the spec apply. */
function ofCommand(command: Command, project: Options): Options {
  if (command !== "record" && command !== "verify") return project;
  const { api, overlays } = project;
  return { ...(api !== undefined && { api }), ...(overlays !== undefined && { overlays }) };
}

type CommandLine = {
  readonly command: Command | "version";
  readonly options: Options;
  /** The command's operands; for `exec`, `explore`, and `record`, the arguments after `--`. */
  readonly operands: readonly string[];
  readonly problems: readonly string[];
};

/** Reads the arguments and the environment; an argument takes precedence over a variable. */
export function readCommandLine(argv: readonly string[], env: Env): CommandLine {
  const end = argv.indexOf("--");
  const [own, rest] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const { tokens, stray } = splitWords(own);
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const flags = tokens.filter((token) => token.kind === "option");
  const named = words.length === 0 ? "start" : COMMAND_NAMES.find((name) => name === words[0]);
  if (named !== undefined && flags.some(({ name }) => name === "help"))
    return helpLine(named === "help" ? words.slice(1) : words.slice(0, 1));
  if (named === "help") return helpLine([...words.slice(1), ...rest]);
  const command = named ?? "start";
  const operands =
    command === "exec" || command === "explore" || command === "record"
      ? rest
      : [...words.slice(1), ...rest];
  const problems = [
    ...(named === undefined ? [unknownMessage("command", words[0] ?? "", COMMAND_NAMES)] : []),
    ...(stray.length > 0
      ? [
          `Expected \`--\` before the command to run, as in \`exec -- npm test\`, got \`${stray.join(" ")}\`.`,
        ]
      : OPERANDS[command](command, operands)),
  ];
  const fromArgs = flags.flatMap((token) => givenInArgument(token, named, problems));
  const overruled = new Set(fromArgs.map(({ name }) => name));
  const fromEnv = givenInEnv(env, command, problems).filter(({ name }) => !overruled.has(name));
  const given = [...fromArgs, ...fromEnv];
  const options = optionsOf(given, problems);
  const names = new Set(flags.map(({ name }) => name));
  problems.push(...ruleProblems(command, options, given, names));
  return { command: names.has("version") ? "version" : command, options, operands, problems };
}

/** Help must work even if options or variables are invalid, so it doesn't read them. */
function helpLine(operands: readonly string[]): CommandLine {
  const problems = OPERANDS.help("help", operands);
  return { command: "help", options: {}, operands, problems };
}

/** Conflicts between options; `flags` includes flags without a value. */
function ruleProblems(
  command: Command,
  options: Options,
  given: readonly Given[],
  flags: ReadonlySet<string>,
): string[] {
  const port = options.port ?? (command === "start" ? START_PORT : 0);
  const generated = command === "start" && mayGenerateToken(options) ? { controlToken: "-" } : {};
  const nameOf = (name: OptionName): string =>
    given.find((each) => each.name === name)?.where ?? `--${OPTION_TABLE[name].flag ?? name}`;
  const mentioned = OPTION_ROWS.flatMap(([name, { flag = "" }]) => (flags.has(flag) ? name : []));
  const names = [...mentioned, ...given.map(({ name }) => name)];
  const invalid = new Set(names.filter((name) => !(name in options)));
  const broken = brokenRules({ ...options, port, ...generated }, nameOf, invalid);
  return broken.map(({ message }) => message);
}

async function readTls(
  { tlsCert, tlsKey }: Options,
  problems: string[],
): Promise<Pick<Options, "tls">> {
  if (tlsCert === undefined || tlsKey === undefined) return {};
  const read = (name: string, file: string): Promise<string> =>
    readFile(file, "utf8").catch((error: unknown) => {
      problems.push(`Failed to read the file for \`${name}\`: ${messageOf(error)}.`);
      return "";
    });
  return { tls: { cert: await read("--tls-cert", tlsCert), key: await read("--tls-key", tlsKey) } };
}
