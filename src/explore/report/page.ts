import { relative } from "node:path";
import { escaped, htmlPage } from "../../findings/report/html-page.ts";
import { TRIAL_GROUPS } from "../plan/trials.ts";
import {
  countsOf,
  type ExperimentResult,
  type ExploreReport,
  matrixOf,
  VERDICT_SIGNS,
} from "./explore-report.ts";
import { DOESNT_LOOK } from "./terminal.ts";

/** A link opens the experiment that it leads to; a button copies a scenario. */
const SCRIPT = `
const show = () => { const found = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (found) { found.open = true; found.scrollIntoView(); } };
addEventListener("hashchange", show); show();
for (const button of document.querySelectorAll("button.copy")) button.addEventListener("click", async () => {
  await navigator.clipboard.writeText(button.previousElementSibling.textContent); button.textContent = "Copied";
});
`;

/** A page's content in addition to the report. */
export type PageParts = {
  /** The stylesheet of the other pages. */
  readonly style: string;
  /** The page's folder, to which links are relative. */
  readonly folder: string;
  readonly scenarioText: (result: ExperimentResult) => string;
};

/** A report as one self-contained page, with links to recordings. */
export function explorePage(report: ExploreReport, parts: PageParts): string {
  const { command, results, planned, looksAtOutputs, firstFindings } = report;
  const notes = [
    ...(looksAtOutputs ? [] : [DOESNT_LOOK]),
    ...firstFindings.map((each) => `Without faults already: ${each}`),
  ];
  return htmlPage({
    title: `batch-sim explore: ${command}`,
    style: parts.style,
    body: `<main class="report-page">
<h1>batch-sim explore</h1>
<p><code>${escaped(command)}</code>: ${results.length} of ${planned} experiments.</p>
${notes.map((note) => `<p><strong>${escaped(note)}</strong></p>`).join("\n")}
${matrix(report)}
<p>${legend(results)}</p>
<h2>Experiments</h2>
${results.map((result) => experiment(result, parts)).join("\n")}
${omitted(report)}
</main>`,
    script: SCRIPT,
  });
}

function matrix(report: ExploreReport): string {
  const head = TRIAL_GROUPS.map((group) => `<th scope="col">${group}</th>`).join("");
  const rows = matrixOf(report).map(({ name, cells }) => {
    const texts = TRIAL_GROUPS.map((group) => `<td>${cells[group].map(link).join(" ")}</td>`);
    return `<tr><th scope="row">${escaped(name)}</th>${texts.join("")}</tr>`;
  });
  return `<table><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function link({ id, verdict, title }: ExperimentResult): string {
  const label = escaped(`${VERDICT_SIGNS[verdict].words}: ${title}`);
  return `<a class="verdict ${verdict}" href="#${id}" title="${label}" aria-label="${label}">${VERDICT_SIGNS[verdict].letter}</a>`;
}

function legend(results: readonly ExperimentResult[]): string {
  return countsOf(results)
    .map(([name, count]) => {
      const { letter, words } = VERDICT_SIGNS[name];
      return `<span class="verdict ${name}">${letter}</span> ${words} (${count})`;
    })
    .join(" · ");
}

function experiment(result: ExperimentResult, { folder, scenarioText }: PageParts): string {
  const { id, verdict, title, sentence, evidence, repeat, recording } = result;
  const items = evidence.map((each) => `<li>${escaped(each)}</li>`).join("");
  const page = recording === undefined ? "" : relative(folder, recording);
  return `<details id="${id}">
<summary><span class="verdict ${verdict}">${VERDICT_SIGNS[verdict].letter}</span> ${escaped(title)}</summary>
<p>${escaped(`${VERDICT_SIGNS[verdict].words}: ${sentence}`)}</p>
${items === "" ? "" : `<ul>${items}</ul>`}
${page === "" ? "" : `<p><a href="${escaped(page)}">The run in the viewer</a></p>`}
<pre>${escaped(repeat)}</pre>
<div><pre>${escaped(scenarioText(result))}</pre><button type="button" class="copy">Copy as scenario</button></div>
</details>`;
}

function omitted({ leftOut, notRun }: ExploreReport): string {
  const reasons = leftOut.map(({ reason, count }) => `<li>${count}: ${escaped(reason)}</li>`);
  const names = notRun.map(({ title }) => `<li>${escaped(title)}</li>`);
  return [
    ...(names.length === 0 ? [] : [`<h2>Not run</h2><ul>${names.join("")}</ul>`]),
    ...(reasons.length === 0 ? [] : [`<h2>Left out</h2><ul>${reasons.join("")}</ul>`]),
  ].join("\n");
}
