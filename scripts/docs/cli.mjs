import { helpText } from "../../src/cli/output/help.ts";
import { heading } from "./markdown.mjs";

/** The page on the command line: what `batch-sim --help` prints. */
export function renderCli() {
  return [heading("Command line"), "```text", helpText().trimEnd(), "```", ""].join("\n");
}
