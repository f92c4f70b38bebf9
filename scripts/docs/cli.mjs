import { COMMANDS } from "../../src/cli/command-list.ts";
import { flagOf, helpText } from "../../src/cli/output/help.ts";
import { fallbackText } from "../../src/options/option-row.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";
import { heading, table } from "./markdown.mjs";

/** The page on the command line: each command with its options, and what `batch-sim --help` prints. */
export function renderCli() {
  const commands = Object.entries(COMMANDS).map(([name, row]) => section(name, row));
  return [
    heading("Command line"),
    "[Options](options.md) lists where else each option can be set.\n",
    ...commands,
    "## Help\n\n`batch-sim --help` prints:\n",
    "```text",
    helpText().trimEnd(),
    "```",
    "",
  ].join("\n");
}

function section(name, { usage, about }) {
  const rows = OPTION_ROWS.map(([, row]) => row)
    .filter(({ flag, commands }) => flag !== undefined && commands.includes(name))
    .map((row) => [`\`${flagOf(row)}\``, fallbackText(row) || "–", row.about]);
  const options = rows.length === 0 ? [] : [table(["option", "default", "meaning"], rows)];
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  return [`## \`batch-sim ${usage}\`\n`, `${sentence}\n`, ...options].join("\n");
}
