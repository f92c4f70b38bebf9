import type { OptionRow } from "../../options/option-row.ts";
import { OPTION_TABLE } from "../../options/option-table.ts";

const USAGE: readonly (readonly [string, string])[] = [
  ["batch-sim [start] [options]", "serve the simulated service until Ctrl+C"],
  ["batch-sim demo [options]", "run a job from submission to three downloads, and show what came"],
  [
    "batch-sim exec [options] -- COMMAND…",
    "run the tests of a client against it, and report what it did wrong",
  ],
  ["batch-sim report [options] URL", "the same report of a simulator that runs"],
  ["batch-sim scenarios", "list the built-in scenarios"],
  ["batch-sim lint NAME|FILE...", "say what is wrong with scenarios"],
  ["batch-sim spec [options]", "print the OpenAPI document in force"],
  ["batch-sim overlays", "list the OpenAPI Overlays that ship with it"],
  [
    "batch-sim assumptions [options]",
    "what the service's document leaves open, and what is in force",
  ],
  ["batch-sim --help, --version", "print this, or the version"],
];

const ENVIRONMENT = [
  "Each option can be set by an environment variable as well: --api-key by BATCH_SIM_API_KEY, --cors by",
  "BATCH_SIM_CORS=1, and so on; a list's items are separated by commas. The command line wins.",
].join("\n");

/** What `--help` prints. */
export function helpText(): string {
  const rows: readonly OptionRow[] = Object.values(OPTION_TABLE);
  const users = new Set(rows.map(usersOf));
  const sections = [...users].map((commands) => {
    const own = rows.filter((row) => usersOf(row) === commands);
    return `Options of ${commands}:\n${aligned(own.map((row) => [syntax(row), describe(row)]))}`;
  });
  const blocks = [
    "batch-sim simulates a batch inference service, for the tests of its clients.",
    `Usage:\n${aligned(USAGE)}`,
    ...sections,
    ENVIRONMENT,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The commands that take an option: `start and demo`. */
function usersOf({ commands }: OptionRow): string {
  return commands.length === 1
    ? commands.join("")
    : `${commands.slice(0, -1).join(", ")} and ${commands.at(-1)}`;
}

function syntax({ name, form }: OptionRow): string {
  return form === "" ? `--${name}` : `--${name} ${form}`;
}

function describe({ about, fallback }: OptionRow): string {
  return fallback === "" ? about : `${about} (default: ${fallback})`;
}

/** Two columns, indented by two spaces. */
function aligned(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
