import { relative } from "node:path";
import { escaped, htmlPage } from "../../findings/report/html-page.ts";
import type { Palette } from "../../findings/report/terminal-report.ts";
import { TRIAL_GROUPS } from "../plan/trials.ts";
import {
  countsOf,
  type ExperimentResult,
  type ExploreReport,
  matrixOf,
  VERDICT_SIGNS,
} from "./explore-report.ts";

/** Maximum number of results, and of skipped experiments, to describe. */
const MAX_DESCRIBED = 20;

const DOESNT_LOOK =
  "The command doesn't check the outputs, so explore can't tell whether the client notices damaged rows.";

export function terminalText(report: ExploreReport, colors: Palette): string {
  return [
    ...paceNote(report).map(colors.dim),
    ...notesOn(report).map(colors.yellow),
    ...table(report, colors),
    legend(report, colors),
    ...worst(report, colors),
    ...rest(report, colors),
  ].join("\n");
}

function notesOn({ looksAtOutputs, firstFindings }: ExploreReport): readonly string[] {
  return [
    ...(looksAtOutputs ? [] : [DOESNT_LOOK]),
    ...firstFindings.map((each) => `Even without faults: ${each}`),
  ];
}

function paceNote({ clock }: ExploreReport): readonly string[] {
  // A client's pauses are meaningful only on clocks that move by themselves.
  if (clock === "real" || clock.endsWith("x")) return [];
  return [
    `On the clock \`${clock}\`, explore can't see how long the client waits, for example after Retry-After. Also run explore once with \`--clock 60x\`.`,
  ];
}

function table(report: ExploreReport, colors: Palette): string[] {
  const rows = matrixOf(report);
  const width = Math.max(9, ...rows.map(({ name }) => name.length));
  const columns = TRIAL_GROUPS.map((group) => {
    const cells = rows.map(({ cells }) => lettersOf(cells[group]).length);
    return { group, width: Math.max(group.length, ...cells) };
  });
  const head = columns.map((column) => column.group.padEnd(column.width)).join("  ");
  const lines = rows.map(({ name, cells }) => {
    const texts = columns.map((column) => {
      const own = cells[column.group];
      const painted = lettersOf(own, colors);
      return painted + " ".repeat(column.width - lettersOf(own).length);
    });
    return `${name.padEnd(width)}  ${texts.join("  ").trimEnd()}`;
  });
  return ["", colors.bold(`${" ".repeat(width)}  ${head}`), ...lines, ""];
}

/** Each verdict's letter and count, such as `X2 s5`. */
function lettersOf(results: readonly ExperimentResult[], colors?: Palette): string {
  const letters = countsOf(results).map(([name, count]) => {
    const { letter, color } = VERDICT_SIGNS[name];
    return colors === undefined ? `${letter}${count}` : colors[color](`${letter}${count}`);
  });
  return letters.join(" ");
}

function legend({ results }: ExploreReport, colors: Palette): string {
  return countsOf(results)
    .map(([name, count]) => {
      const { letter, words, color } = VERDICT_SIGNS[name];
      return colors[color](`${letter} ${words} (${count})`);
    })
    .join(colors.dim(" · "));
}

function worst({ results }: ExploreReport, colors: Palette): string[] {
  const described = results.filter(
    ({ verdict, mustSurvive }) =>
      !["survived", "not-reached", "failed-loudly"].includes(verdict) ||
      (mustSurvive && verdict === "failed-loudly"),
  );
  const shown = described.slice(0, MAX_DESCRIBED);
  const more = described.length - shown.length;
  return [
    ...shown.flatMap(({ verdict, title, sentence, repeat }) => {
      const { words, color } = VERDICT_SIGNS[verdict];
      return ["", `${colors[color](words)}: ${title}`, `  ${sentence}`, `  ${colors.dim(repeat)}`];
    }),
    ...(more > 0 ? ["", `… and ${more} more, in the report.`] : []),
  ];
}

function rest({ planned, leftOut, notRun, results }: ExploreReport, { dim }: Palette): string[] {
  const omitted = leftOut.reduce((sum, { count }) => sum + count, 0);
  const reasons = leftOut.map(({ reason, count }) => `  ${count}: ${reason}`);
  const names = notRun.slice(0, MAX_DESCRIBED).map(({ title }) => `  ${title}`);
  const more = notRun.length - names.length;
  return [
    "",
    `Experiments run: ${results.length} of ${planned}.`,
    ...(notRun.length === 0 ? [] : ["Not run:", ...names]),
    ...(more > 0 ? [`  … and ${more} more, in the report`] : []),
    ...(omitted === 0 ? [] : [dim(`Experiments left out: ${omitted}`), ...reasons.map(dim)]),
  ];
}

/** The page's script. It opens the experiment that a link points to, and copies scenarios. */
const SCRIPT = `
const show = () => { const found = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (found) { found.open = true; found.scrollIntoView(); } };
addEventListener("hashchange", show); show();
for (const button of document.querySelectorAll("button.copy")) button.addEventListener("click", async () => {
  await navigator.clipboard.writeText(button.previousElementSibling.textContent); button.textContent = "Copied";
});
`;

type PageParts = {
  readonly style: string;
  /** The page's folder, to which links are relative. */
  readonly folder: string;
  readonly scenarioText: (result: ExperimentResult) => string;
};

export function explorePage(report: ExploreReport, parts: PageParts): string {
  const { command, results, planned } = report;
  const notes = notesOn(report);
  return htmlPage({
    title: `batch-sim explore: ${command}`,
    style: parts.style,
    body: `<main class="report-page">
<h1>batch-sim explore</h1>
<p><code>${escaped(command)}</code>. Experiments run: ${results.length} of ${planned}.</p>
${notes.map((note) => `<p><strong>${escaped(note)}</strong></p>`).join("\n")}
${matrix(report)}
<p>${htmlLegend(results)}</p>
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

function htmlLegend(results: readonly ExperimentResult[]): string {
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
${page === "" ? "" : `<p><a href="${escaped(page)}">Open the run in the viewer</a></p>`}
<pre>${escaped(repeat)}</pre>
<div><pre>${escaped(scenarioText(result))}</pre><button type="button" class="copy">Copy scenario</button></div>
</details>`;
}

function omitted({ leftOut, notRun }: ExploreReport): string {
  const reasons = leftOut.map(({ reason, count }) => `<li>${count}: ${escaped(reason)}</li>`);
  const names = notRun.map(({ title }) => `<li>${escaped(title)}</li>`);
  return [
    ...(names.length === 0 ? [] : [`<h2>Not run</h2><ul>${names.join("")}</ul>`]),
    ...(reasons.length === 0 ? [] : [`<h2>Left out, by reason</h2><ul>${reasons.join("")}</ul>`]),
  ].join("\n");
}
