import {
  type Command,
  type OptionRow,
  type OptionTexts,
  textOf,
} from "../../options/option-row.ts";
import { OPTION_ROWS } from "../../options/option-table.ts";
import { readData } from "../../simulator/package-file.ts";

const ENVIRONMENT = [
  "Options can also be set with environment variables: --api-key with BATCH_SIM_API_KEY, --cors with",
  "BATCH_SIM_CORS=1, and so on. Commas separate the items of a list. The command line takes precedence.",
].join("\n");

type CommandTexts = {
  readonly [Name in Command]: {
    /** The command's name, its operands, and its options. */
    readonly usage: string;
    /** One line without a period. */
    readonly about: string;
    readonly examples: readonly string[];
  };
};

export type HelpTexts = { readonly commands: CommandTexts; readonly options: OptionTexts };

export async function readHelp(): Promise<HelpTexts> {
  const [commands, options] = await Promise.all([
    readData<CommandTexts>("commands"),
    readData<OptionTexts>("options"),
  ]);
  return { commands, options };
}

export function helpText(texts: HelpTexts, command?: Command): string {
  const blocks = command === undefined ? overview(texts) : commandHelp(texts, command);
  return `${blocks.join("\n\n")}\n`;
}

function overview({ commands }: HelpTexts): readonly string[] {
  const usage = Object.values(commands).map(({ usage, about }) => [`batch-sim ${usage}`, about]);
  const last = ["batch-sim -v, --version", "print the version"];
  return [
    "batch-sim simulates a batch inference service for testing its clients.",
    `Usage:\n${aligned([...usage, last])}`,
    "`batch-sim help COMMAND` or `batch-sim COMMAND --help` prints a command's options.",
  ];
}

function commandHelp({ commands, options }: HelpTexts, command: Command): readonly string[] {
  const { usage, about, examples } = commands[command];
  const rows = optionsOfCommand(command).map((option) => {
    const { about, default: fallback } = textOf(options, option);
    return [flagOf(option[1]), fallback === "" ? about : `${about} (default: ${fallback})`];
  });
  return [
    `Usage: batch-sim ${usage}`,
    sentenceOf(about),
    ...(rows.length === 0 ? [] : [`Options:\n${aligned(rows)}`]),
    `Examples:\n${examples.map((line) => `  npx ${line}`).join("\n")}`,
    ...(rows.length === 0 ? [] : [ENVIRONMENT]),
  ];
}

export function optionsOfCommand(command: Command): typeof OPTION_ROWS {
  return OPTION_ROWS.filter(
    ([, { flag, commands }]) => flag !== undefined && commands.includes(command),
  );
}

export function sentenceOf(about: string): string {
  return `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
}

/** An option's usage, such as `--port N`; empty if the option has no flag. */
export function flagOf({ flag, form: { placeholder } }: OptionRow): string {
  if (flag === undefined) return "";
  return placeholder === undefined ? `--${flag}` : `--${flag} ${placeholder}`;
}

export function aligned(lines: readonly (readonly string[])[], indent = "  "): string {
  const width = Math.max(...lines.map(([left = ""]) => left.length));
  return lines
    .map(([left = "", right = ""]) => `${indent}${left.padEnd(width)}  ${right}`)
    .join("\n");
}
