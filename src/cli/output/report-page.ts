import { readFile } from "node:fs/promises";
import { escaped } from "../../findings/report/escape.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { countsText } from "../../findings/report/summary-text.ts";
import { packageFile } from "../../simulator/package-file.ts";

/** The page runs the script in it, and loads nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * The viewer over a recorded run, as one page that needs nothing else; `trace` is the content of a
 * trace file with this report.
 */
export async function reportPage(report: Report, trace: string): Promise<string> {
  const [script, style] = await Promise.all(
    ["report.js", "style.css"].map((name) => readFile(packageFile("dist", "viewer", name), "utf8")),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>batch-sim: ${escaped(countsText(report.summary))}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"><p class="loading">Loading&hellip;</p></div>
${[...wholeLines(plainJson(trace))].map(dataElement).join("\n")}
<script>${script}</script>
</body>
</html>
`;
}

function dataElement(lines: string): string {
  return `<script class="trace" type="application/x-ndjson">${lines}</script>`;
}

/** Aimed length of a data element: browsers parse an element in one task. */
const PART_LENGTH = 256 * 1024;

/** Cuts a string between lines; a longer line is a part of its own. */
function* wholeLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + PART_LENGTH) + 1;
    const to = end === 0 ? text.length : end;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * JSON within HTML: without `<`, a string in it can't end the script. In ASCII alone, which
 * browsers decode several times as fast: they decode a page in one task.
 */
function plainJson(json: string): string {
  return json.replace(
    /[<\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
