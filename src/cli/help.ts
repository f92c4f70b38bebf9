import { type Command, OPTION_TABLE, type OptionRow } from "./option-table.ts";

const USAGE: readonly (readonly [string, string])[] = [
  ["batch-sim [start] [options]", "serve the simulated service until Ctrl+C"],
  ["batch-sim demo [options]", "run a job from submission to three downloads, and show what came"],
  ["batch-sim scenarios", "list the built-in scenarios"],
  ["batch-sim lint FILE...", "say what is wrong with scenario files"],
  ["batch-sim --help, --version", "print this, or the version"],
];

const SECTIONS: readonly { readonly title: string; readonly commands: readonly Command[] }[] = [
  { title: "Options of start and demo:", commands: ["start", "demo"] },
  { title: "Options of start:", commands: ["start"] },
  { title: "Options of demo:", commands: ["demo"] },
  { title: "Options of lint:", commands: ["lint"] },
];

const ENVIRONMENT = [
  "Each option can be set by an environment variable as well: --api-key by BATCH_SIM_API_KEY, --cors by",
  "BATCH_SIM_CORS=1, and so on; a list's items are separated by commas. The command line wins.",
].join("\n");

/** What `--help` prints. */
export function helpText(): string {
  const rows: readonly OptionRow[] = Object.values(OPTION_TABLE);
  const sections = SECTIONS.map(({ title, commands }) => {
    const own = rows.filter((row) => row.commands.join() === commands.join());
    return `${title}\n${aligned(own.map((row) => [syntax(row), describe(row)]))}`;
  });
  const blocks = [
    "batch-sim simulates a batch inference service, for the tests of its clients.",
    `Usage:\n${aligned(USAGE)}`,
    ...sections,
    ENVIRONMENT,
  ];
  return `${blocks.join("\n\n")}\n`;
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
