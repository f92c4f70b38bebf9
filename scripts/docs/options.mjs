import { envName } from "../../src/options/option-row.ts";
import { OPTION_TABLE } from "../../src/options/option-table.ts";
import { heading, table } from "./markdown.mjs";

/** The page on options: every option, with its flag and environment variable. */
export function renderOptions() {
  const rows = Object.values(OPTION_TABLE).map((row) => [
    `\`--${row.name}${row.form === "" ? "" : ` ${row.form}`}\``,
    `\`${envName(row)}\``,
    row.fallback === "" ? "–" : row.fallback,
    row.commands.join(", "),
    row.about,
  ]);
  return [
    heading("Options"),
    table(["flag", "environment variable", "default", "commands", "meaning"], rows),
  ].join("\n");
}
