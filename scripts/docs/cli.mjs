import { flagOf, helpText, optionsOfCommand, sentenceOf } from "../../src/cli/output/help.ts";
import { textOf } from "../../src/options/option-row.ts";
import { readDataFile } from "../data-files.mjs";
import { heading, table } from "./markdown.mjs";

const MORE = `
## Exit codes

| code | command | meaning |
|--:|---|---|
| 0 | all | Success, or the simulator was asked to stop. |
| 1 | \`health\` | The simulator is not ready. |
| 1 | \`lint\` | A scenario has an error or, with \`--strict\`, a warning. |
| 2 | \`record\` | The target can't be reached, or the command passed but no scenario could be recorded. |
| 2 | all | An option is invalid, or a file, a scenario, an overlay, a port, or a store can't be used. |
| 3 | \`exec\`, \`record\`, \`report\` | An unexpected finding is at least as severe as \`--fail-on\`; coverage is below \`--min-coverage\`; or \`--fail-on\` was set to \`error\` or \`warning\`, but no request arrived. |
| 3 | \`explore\` | An experiment has a verdict in \`--fail-on\` or violates \`expect.survive\` (with \`--baseline\`, only if its verdict also got worse), or nothing could be explored. |
| 3 | \`verify\` | The service differs from the simulator. |
| 4 | \`verify\` | No difference was found, but only part of the service, or nothing, could be compared. |
| 70 | all | batch-sim has a bug. |
| other | \`exec\`, \`explore\`, \`record\` | The command failed (for \`explore\`, in the first run), and batch-sim exits with the command's exit code. As in a shell, 126 means that the command can't be run, 127 that it isn't found, and 128 + N that signal N ended it. |

## Start the simulator from another program

With \`start --json\`, the first line on standard output is a JSON object, printed once the simulator accepts requests. It
has \`baseUrl\`, \`deploymentUrl\`, \`apiKey\`, \`scenario\`, \`seed\`, \`pid\`, and \`version\`. It also has \`controlUrl\`, unless
the control API is off, and \`controlToken\`, if \`start\` generated the token. The request log goes to standard error. Add
\`--exit-with-parent\` so that the simulator stops when your program ends.
`;

/**
 * The page on the command line: each command with its options, what `batch-sim --help` prints, and
 * the exit codes.
 */
export async function renderCli() {
  const [commands, options] = [await readDataFile("commands"), await readDataFile("options")];
  const sections = Object.entries(commands).map(([name, row]) => section(name, row, options));
  return [
    heading("Command line"),
    "[Options](options.md) lists the other places where each option can be set. An option's default and meaning\nmay also describe other commands that have this option. *Interface document* means the description of the default API,\nin [Interface document](interface.md) and `openapi.yaml`.\n",
    ...sections,
    "## Help\n\n`batch-sim help` and `batch-sim --help` print:\n",
    "```text",
    helpText({ commands, options }).trimEnd(),
    "```",
    MORE,
  ].join("\n");
}

function section(name, { usage, about, examples }, texts) {
  const rows = optionsOfCommand(name).map((option) => {
    const text = textOf(texts, option);
    return [`\`${flagOf(option[1])}\``, text.default || "–", text.about];
  });
  const options = rows.length === 0 ? [] : [table(["option", "default", "meaning"], rows)];
  const shell = `\`\`\`text\n${examples.map((line) => `npx ${line}`).join("\n")}\n\`\`\`\n`;
  return [`## \`batch-sim ${usage}\`\n`, `${sentenceOf(about)}\n`, shell, ...options].join("\n");
}
