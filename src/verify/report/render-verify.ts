import { counted } from "../../core/counted.ts";
import { escaped, htmlPage } from "../../findings/report/html-page.ts";
import { type JunitCase, junitXml } from "../../findings/report/junit.ts";
import type { Palette } from "../../findings/report/terminal-report.ts";
import type { DifferenceClass } from "../patch/explained.ts";
import type { ReportedDifference, ShownCall, VerifyReport } from "./verify-report.ts";

const CLASS_TITLES: Readonly<Record<DifferenceClass, string>> = {
  contradicts: "Contradicts the interface document",
  answers: "Answers an open question",
  undocumented: "Not in the interface document",
  unclear: "Can't tell",
};

const NOT_PATCHED =
  "`verify` can't write an overlay for this. You may be able to write one yourself.";

/** The differences by class. Omits empty classes. */
function sectionsOf({ differences }: VerifyReport) {
  return Object.entries(CLASS_TITLES)
    .map(([name, title]) => [title, differences.filter((each) => each.class === name)] as const)
    .filter(([, own]) => own.length > 0);
}

export function verifyText(report: VerifyReport, { bold, dim }: Palette): string {
  const { differences, problem, requests } = report;
  const sections = sectionsOf(report).flatMap(([title, own]) => [
    "",
    bold(`${title} (${own.length})`),
    ...own.flatMap((each) => lines(each, dim)),
  ]);
  const count = Object.values(requests).reduce((sum, each) => sum + each, 0);
  const found = differences.filter((each) => each.class !== "unclear");
  const patched = found.filter(({ isPatched }) => isPatched).length;
  const removable = found.length === 0 ? "" : `; an overlay from \`--write\` can remove ${patched}`;
  const summary = `${counted(count, "request")}, ${counted(found.length, "difference")}${removable}.`;
  const isPointless = problem !== undefined && count === 0;
  return [
    ...sections,
    "",
    ...(problem === undefined ? [] : [problem]),
    ...(isPointless ? [] : [summary]),
  ].join("\n");
}

function lines(
  { sentence, assumption, value, isPatched, class: name }: ReportedDifference,
  dim: Palette["dim"],
): readonly string[] {
  const isOpen = assumption !== undefined && name !== "unclear";
  const question =
    value === undefined
      ? `open question: \`${assumption}\``
      : `assumption \`${assumption}\`: set it to \`${value}\``;
  return [
    `  ${sentence}`,
    ...(isOpen ? [dim(`    ${question}`)] : []),
    ...(isPatched || name === "unclear" ? [] : [dim(`    ${NOT_PATCHED}`)]),
  ];
}

/** A report as JUnit XML: differences are failed test cases, and failed comparisons are errors. */
export function verifyJunit({ against: suite, differences, problem }: VerifyReport): string {
  const service = { suite, className: "batch-sim.verify.service" };
  const cases = [
    ...differences.map(
      ({ id, class: type, sentence }): JunitCase => ({
        suite,
        className: `batch-sim.verify.${id}`,
        name: sentence,
        end: type === "unclear" ? "error" : "failure",
        ...{ type, message: `${CLASS_TITLES[type]}: ${sentence}` },
      }),
    ),
    ...(problem === undefined ? [] : [{ ...UNCLEAR, ...service, message: problem }]),
  ];
  const shown = cases.length === 0 ? [{ ...service, name: "No differences" }] : cases;
  return junitXml("batch-sim verify", shown);
}

const UNCLEAR = { name: "The service can be compared", end: "error", type: "unclear" } as const;

/** A self-contained page: both responses side by side, with the different lines marked. */
export function verifyPage(report: VerifyReport, style: string): string {
  const { against, problem } = report;
  const sections = sectionsOf(report).flatMap(([title, own]) => [
    `<h2>${escaped(title)} (${own.length})</h2>`,
    ...own.map(section),
  ]);
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
      : `<p>Open question: <code>${escaped(assumption)}</code>${value === undefined ? "" : `; set this assumption to <code>${escaped(String(value))}</code>`}</p>`;
  const patch = isPatched ? "" : `<p>${NOT_PATCHED}</p>`;
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

/** Marks the lines that the other response doesn't have, except the request and the date. */
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
