import { readFile } from "node:fs/promises";
import type { RunTrace } from "../../control/reports.ts";
import { escaped } from "../../findings/report/escape.ts";
import type { Report } from "../../findings/report/report.ts";
import { countsText } from "../../findings/report/summary-text.ts";
import { packageFile } from "../../simulator/package-file.ts";

/** The page runs the script in it, and loads nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** What a page shows: what was recorded, and what was found. */
export type Recorded = { readonly trace: RunTrace; readonly report: Report };

/** The viewer over a recorded run, as one page that needs nothing else. */
export async function reportPage(recorded: Recorded): Promise<string> {
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
<title>batch-sim: ${escaped(countsText(recorded.report.summary))}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script id="run" type="application/json">${dataText(recorded)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON within HTML: without `<`, a string in it can't end the script. */
function dataText(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
