import { readFile } from "node:fs/promises";
import { htmlPage } from "../../findings/report/html-page.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { countsText } from "../../findings/report/summary-text.ts";
import { packageFile } from "../../simulator/package-file.ts";

/**
 * The viewer over a recorded run, as one page that needs nothing else; `trace` is the content of a
 * trace file with this report.
 */
export async function reportPage(report: Report, trace: string): Promise<string> {
  const [script, style] = await Promise.all([viewerFile("report.js"), viewerFile("style.css")]);
  return htmlPage({
    title: `batch-sim: ${countsText(report.summary)}`,
    style,
    body: `<div id="app"><p class="loading">Loading&hellip;</p></div>
${[...wholeLines(plainJson(trace))].map(dataElement).join("\n")}`,
    script,
  });
}

function viewerFile(name: string): Promise<string> {
  return readFile(packageFile("dist", "viewer", name), "utf8");
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
