import { flagOf } from "../../src/cli/output/help.ts";
import { textOf, variableOf } from "../../src/options/option-row.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";
import { SIMULATOR_TABLE } from "../../src/options/simulator-table.ts";
import { readDataFile } from "../data-files.mjs";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `\
An option can be set in up to four places: the argument of \`startSimulator\`, the command line, environment variables,
and the project file \`batch-sim.yaml\`. \`exec\` and \`explore\` read the whole file; \`record\` and \`verify\` read only its
\`api\` and \`overlays\`. Each place accepts the same values, but their notation can differ (see [Values](#values)). The
command line takes precedence over the environment, and the environment over the project file.

All unknown options and invalid values are reported together. If there are none, other problems are reported step by
step: overlays that can't be applied, a scenario that doesn't fit the resulting spec, and missing options or variables
that \`record\` or \`verify\` needs.
`;

const NOTES = `\
## Values

- A size is a number of bytes. On the command line and in the environment, it can have a unit, such as \`512kb\` or
  \`1gb\`; units are powers of 1024.
- A flag without a value turns its option on. In the environment, \`true\` or \`1\` means on, and \`false\` or \`0\` off.
- \`--no-control\` sets \`control\` to false.
- Repeating a flag makes a list. In the environment, separate the items with commas.
- An empty environment variable is ignored.
- Paths in the project file are relative to the folder of that file.
- A project file may contain \`format: 1\`, the version of its format.
`;

/** The page on options: every option, and where it can be set. */
export async function renderOptions() {
  const texts = await readDataFile("options");
  const rows = OPTION_ROWS.map(([name, row]) => [
    cell(Object.hasOwn(SIMULATOR_TABLE, name) ? name : ""),
    cell(flagOf(row)),
    cell(variableOf(row) ?? ""),
    cell(row.isInProjectFile ? name : ""),
    row.commands.join(", ") || "–",
    textOf(texts, [name, row]).default ||
      (typeof row.fallback === "boolean" ? String(row.fallback) : "–"),
    textOf(texts, [name, row]).about,
  ]);
  const head = ["`startSimulator`", "flag", "variable", "project file", "commands"];
  return [
    heading("Options"),
    INTRODUCTION,
    table([...head, "default", "meaning"], rows),
    NOTES,
  ].join("\n");
}

function cell(name) {
  return name === "" ? "–" : `\`${name}\``;
}
