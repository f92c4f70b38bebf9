import { escaped, htmlPage } from "../../findings/report/html-page.ts";
import { CLASS_TITLES } from "./terminal.ts";
import type { ReportedDifference, ShownCall, VerifyReport } from "./verify-report.ts";

/**
 * A report as one self-contained page: both responses side by side, with the different lines
 * marked.
 */
export function verifyPage(report: VerifyReport, style: string): string {
  const { against, differences, problem } = report;
  const sections = Object.entries(CLASS_TITLES).flatMap(([name, title]) => {
    const own = differences.filter((each) => each.class === name);
    return own.length === 0
      ? []
      : [`<h2>${escaped(title)} (${own.length})</h2>`, ...own.map(section)];
  });
  return htmlPage({
    title: `batch-sim verify: ${against}`,
    style,
    body: `<main class="report-page">
<h1>batch-sim verify</h1>
<p><code>${escaped(against)}</code></p>
${problem === undefined ? "" : `<p><strong>${escaped(problem)}</strong></p>`}
${sections.length === 0 ? "<p>No differences.</p>" : sections.join("\n")}
</main>`,
    script: "",
  });
}

function section(difference: ReportedDifference): string {
  const { id, sentence, assumption, value, isPatched, service, simulator } = difference;
  const [theirs, ours] = [linesOf(service), linesOf(simulator)];
  const question =
    assumption === undefined
      ? ""
      : `<p>Open question: <code>${escaped(assumption)}</code>${value === undefined ? "" : `, answered with <code>${escaped(String(value))}</code>`}</p>`;
  const patch = isPatched ? "" : "<p>No overlay can make the simulator do this.</p>";
  return `<details id="${escaped(id)}"><summary>${escaped(sentence)}</summary>${question}${patch}
<div class="sides"><div>The service<pre>${marked(theirs, ours)}</pre></div><div>The simulator<pre>${marked(ours, theirs)}</pre></div></div></details>`;
}

function linesOf(call: ShownCall | undefined): readonly string[] {
  if (call === undefined) return [];
  const { request, status, headers, body } = call;
  const text = body === undefined ? "" : JSON.stringify(body, null, 2);
  return [
    request,
    String(status),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    ...text.split("\n"),
  ];
}

/**
 * Marks the lines that the other response doesn't have; the request and the date are never marked.
 */
function marked(lines: readonly string[], others: readonly string[]): string {
  const known = new Set(others.map(comparable));
  return lines
    .map((line, index) => {
      const isSame = index === 0 || line.startsWith("date:") || known.has(comparable(line));
      return isSame ? escaped(line) : `<mark>${escaped(line)}</mark>`;
    })
    .join("\n");
}

function comparable(line: string): string {
  return line.replace(/,$/, "").trim();
}
