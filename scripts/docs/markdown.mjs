/** The first lines of a generated page: a note for editors, and the title. */
export function heading(title) {
  return `<!-- Generated. Don't edit this page: in a checkout, edit its source, then run \`npm run docs\`. -->\n\n# ${title}\n`;
}

/** A Markdown table; cells may contain `|`. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line), ""].join("\n");
}
