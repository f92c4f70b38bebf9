import { escaped, withCode } from "../escape.ts";
import type { Report } from "../report.ts";
import { countsText, scopeText } from "../summary-text.ts";
import { coverageSection } from "./coverage-section.ts";
import { findingsSection } from "./findings-section.ts";
import { livesSection } from "./lives-section.ts";
import { STYLE } from "./style.ts";

/** A report as one self-contained HTML page. */
export function htmlReport(report: Report): string {
  const { summary, version } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>batch-sim: ${escaped(countsText(summary))}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>batch-sim report</h1>
<p class="dim">${escaped(scopeText(summary))}; batch-sim ${escaped(version)}</p>
<ul class="tiles">
${tile("error", summary.errors, "errors")}
${tile("warning", summary.warnings, "warnings")}
${tile("info", summary.infos, "infos")}
${tile("expected", summary.expected, "expected")}
</ul>
</header>
<main>
${findingsSection(report)}
${livesSection(report)}
${coverageSection(report)}
${notJudgedSection(report)}
${notPlayedSection(report)}
${sandboxesSection(report)}
</main>
</body>
</html>
`;
}

function tile(kind: string, count: number, name: string): string {
  return `<li class="tile ${kind}${count === 0 ? " none" : ""}"><b>${count}</b> ${name}</li>`;
}

function notJudgedSection({ notJudged }: Report): string {
  if (notJudged.length === 0) return "";
  const items = notJudged.map(
    ({ what, why, sandboxes }) =>
      `<li><b>${escaped(what)}</b>: ${withCode(why)} <span class="dim">(${sandboxes.length === 1 ? "1 sandbox" : `${sandboxes.length} sandboxes`})</span></li>`,
  );
  return `<section><h2>Not judged</h2><ul>${items.join("")}</ul></section>`;
}

function notPlayedSection({ notPlayed }: Report): string {
  if (notPlayed.length === 0) return "";
  const items = notPlayed.map(
    ({ scenario, rule, why, toFire }) =>
      `<li><b>${escaped(rule)}</b> <span class="dim">(scenario ${escaped(scenario)})</span>: ${withCode(`${why}. ${toFire}`)}</li>`,
  );
  return `<section><h2>Not played</h2><ul>${items.join("")}</ul></section>`;
}

/** Maximum number of table rows to show. */
const MAX_ROWS = 500;

function sandboxesSection({ sandboxes }: Report): string {
  const rows = sandboxes.slice(0, MAX_ROWS).map((sandbox) => {
    const { name, scenario, seed, clock, exchanges, jobs } = sandbox;
    const cells = [name, scenario, seed, clock, jobs, exchanges];
    return `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join("")}</tr>`;
  });
  const names = ["sandbox", "scenario", "seed", "clock", "jobs", "exchanges"];
  const head = names.map((name) => `<th scope="col">${name}</th>`).join("");
  return `<section><h2>Sandboxes</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`;
}
