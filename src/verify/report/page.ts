import { escaped } from "../../findings/report/escape.ts";
import { htmlPage } from "../../findings/report/html-page.ts";
import { CLASS_TITLES } from "./terminal.ts";
import type { ReportedDifference, ShownCall, VerifyReport } from "./verify-report.ts";

/** Besides the style of the other pages. */
const STYLE = `
html, body { height: auto; overflow: auto; }
main.verify { display: block; padding: 24px; max-width: 1200px; margin: 0 auto; }
.verify h2 { margin: 24px 0 8px; }
.verify details { border: 1px solid var(--line); border-radius: var(--radius); padding: 6px 10px; margin: 6px 0; background: var(--surface); }
.verify summary { cursor: pointer; }
.verify .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.verify pre { overflow: auto; background: var(--bg); padding: 8px; }
.verify mark { background: var(--bad-soft); color: var(--bad); }
`;

/** A report as one page that needs nothing else: both responses side by side, with the lines that differ marked. */
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
    style: style + STYLE,
    body: `<main class="verify">
<h1>batch-sim verify</h1>
<p><code>${escaped(against)}</code></p>
${problem === undefined ? "" : `<p><strong>${escaped(problem)}</strong></p>`}
${sections.length === 0 ? "<p>No differences.</p>" : sections.join("\n")}
</main>`,
    script: "",
  });
}

function section({
  id,
  sentence,
  assumption,
  value,
  isPatched,
  service,
  simulator,
}: ReportedDifference): string {
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

/** Marks the lines that the other response doesn't have; the request and the date are never marked. */
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
