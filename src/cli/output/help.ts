import { fallbackText, type OptionRow } from "../../options/option-row.ts";
import { OPTION_ROWS } from "../../options/option-table.ts";
import { COMMANDS } from "../command-list.ts";

const ENVIRONMENT = [
  "Each option can also be set with an environment variable: --api-key with BATCH_SIM_API_KEY, --cors with",
  "BATCH_SIM_CORS=1, and so on; commas separate the items of a list. The command line takes precedence.",
].join("\n");

/** What `--help` prints. */
export function helpText(): string {
  const usage = Object.values(COMMANDS).map(({ usage, about }) => [`batch-sim ${usage}`, about]);
  const last = ["batch-sim --help, --version", "print this text, or the version"];
  const rows = OPTION_ROWS.map(([, row]) => row).filter(({ flag }) => flag !== undefined);
  const sections = [...new Set(rows.map(commandsOf))].map((commands) => {
    const own = rows.filter((row) => commandsOf(row) === commands);
    return `Options of ${commands}:\n${aligned(own.map((row) => [flagOf(row), describe(row)]))}`;
  });
  const blocks = [
    "batch-sim simulates a batch inference service for testing its clients.",
    `Usage:\n${aligned([...usage, last])}`,
    ...sections,
    ENVIRONMENT,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The commands that take an option: `start and demo`. */
function commandsOf({ commands }: OptionRow): string {
  if (commands.length < 3) return commands.join(" and ");
  return `${commands.slice(0, -1).join(", ")}, and ${commands.at(-1)}`;
}

/** `--port N`; empty if the command line doesn't have the option. */
export function flagOf({ flag, placeholder }: OptionRow): string {
  if (flag === undefined) return "";
  return placeholder === undefined ? `--${flag}` : `--${flag} ${placeholder}`;
}

function describe(row: OptionRow): string {
  const fallback = fallbackText(row);
  return fallback === "" ? row.about : `${row.about} (default: ${fallback})`;
}

/** Two columns, indented by two spaces. */
function aligned(lines: readonly (readonly string[])[]): string {
  const width = Math.max(...lines.map(([left = ""]) => left.length));
  return lines.map(([left = "", right = ""]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
