import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunTrace } from "../../control/reports.ts";
import { traceText } from "../../control/shared/trace-text.ts";
import { defined } from "../../core/defined.ts";
import { shellWord } from "../../core/visible-text.ts";
import type { FailOn } from "../../findings/report/fails.ts";
import { htmlPage } from "../../findings/report/html-page.ts";
import { junitReport } from "../../findings/report/junit.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { isRepeatable } from "../../findings/report/reproduction.ts";
import { countsText } from "../../findings/report/summary-text.ts";
import { packageFile } from "../../simulator/package-file.ts";
import { tryFiles } from "./failure.ts";
import { writeFolder } from "./own-files.ts";
import { reproduceScript } from "./reproduce-script.ts";

const SCRIPT_NAME = "reproduce.sh";

/** Adds the command that runs the folder's script to each finding that the script reproduces. */
export function withScript(report: Report, folder: string): Report {
  const clocks = new Map(report.reproductions.map(({ sandbox, clock }) => [sandbox, clock]));
  const script = shellWord(join(folder, SCRIPT_NAME));
  const findings = report.findings.map((finding) => {
    const clock = clocks.get(finding.sandbox);
    if (clock === undefined || !isRepeatable(finding, clock)) return finding;
    return { ...finding, repeat: `sh ${script} ${shellWord(finding.sandbox)}` };
  });
  return { ...report, findings };
}

export async function writeReports(
  report: Report,
  folder: string,
  { failOn, trace }: { readonly failOn: FailOn; readonly trace: RunTrace },
): Promise<readonly string[]> {
  const recorded = traceText({ trace, report });
  const texts = defined<Record<string, string | undefined>>({
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
    "junit.xml": junitReport(report, failOn),
    "report.html": await reportPage(report, recorded),
    "trace.ndjson": recorded,
    [SCRIPT_NAME]: reproduceScript(report),
  });
  await tryFiles(
    () => writeFolder(folder, texts),
    (reason) =>
      `Failed to write the reports into \`${folder}\`: ${reason}. Check the folder's permissions and free space, or choose another folder with \`--report-dir\`.`,
  );
  return Object.keys(texts).map((name) => join(folder, name));
}

/** The viewer for a recorded run, as one self-contained page; `trace` is a trace file's content. */
export async function reportPage(report: Report, trace: string): Promise<string> {
  const [script, style] = await Promise.all([viewerFile("report.js"), viewerFile("style.css")]);
  return htmlPage({
    title: `batch-sim: ${countsText(report.summary)}`,
    style,
    body: `<div id="app"><p class="loading">Loading&hellip;</p></div>
${[...wholeLines(plainJson(trace))].map((lines) => `<script class="trace" type="application/x-ndjson">${lines}</script>`).join("\n")}`,
    script,
  });
}

export function viewerFile(name: string): Promise<string> {
  return readFile(packageFile("dist", "viewer", name), "utf8");
}

/** Target length of a data element, in characters: browsers parse each element in a single task. */
const PART_LENGTH = 256 * 1024;

/** Splits a string into parts that end at the first line break beyond `PART_LENGTH`. */
function* wholeLines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from + PART_LENGTH) + 1;
    const to = end === 0 ? text.length : end;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * JSON for HTML. Without `<`, a string can't end the script element. Non-ASCII characters are
 * escaped, because browsers decode ASCII several times as fast.
 */
function plainJson(json: string): string {
  return json.replace(
    /[<\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
