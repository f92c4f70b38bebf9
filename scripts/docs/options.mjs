import { flagOf } from "../../src/cli/output/help.ts";
import { textOf, variableOf } from "../../src/options/option-row.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";
import { SIMULATOR_TABLE } from "../../src/options/simulator-table.ts";
import { readDataFile } from "../data-files.mjs";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `\
An option can be set in up to four places: the argument of \`startSimulator\`, the command line, environment variables,
and the project file \`batch-sim.yaml\`. \`exec\` and \`explore\` read the whole project file; \`record\` and \`verify\` read only
its \`api\` and \`overlays\`; other commands don't read it. How to write a value depends on the place (see
[Values](#values)). The command line takes precedence over the environment, and the environment over the project file.

All unknown options and invalid values are reported together. Once you have corrected them, batch-sim reports other
problems, such as an overlay that can't be applied, a scenario that doesn't fit the spec, or a missing option or variable
that \`record\` or \`verify\` needs.
`;

const NOTES = `\
## Values

- Without \`api\`, batch-sim simulates the API that the [interface document](interface.md) describes.
- A size is a number of bytes. On the command line and in the environment, it can have a unit, as in \`512kib\` or
  \`1gib\`. The units \`kb\`, \`mb\`, and \`gb\` mean the same as \`kib\`, \`mib\`, and \`gib\`: they are powers of 1024.
- A flag without a value, such as \`--cors\`, turns its option on, but \`--no-control\` turns \`control\` off. In the
  environment, \`true\` or \`1\` has the same effect as such a flag, and \`false\` or \`0\` has the opposite effect.
- To give a list, repeat the flag or, in the environment, separate the items with commas.
- An empty environment variable is ignored.
- Paths in the project file are relative to the folder of that file.
- A project file may state the version of its format, \`format: 1\`.
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
