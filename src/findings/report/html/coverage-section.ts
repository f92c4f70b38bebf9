import { COVERAGE_TABLE } from "../coverage.ts";
import type { CoverageList } from "../coverage-report.ts";
import { escaped } from "../escape.ts";
import type { Report } from "../report.ts";
import { percent } from "../summary-text.ts";

/** Maximum number of missing items to list. */
const MAX_NAMED = 60;

/** What was covered, what is missing, and what each list counts. */
export function coverageSection({ coverage }: Report): string {
  const rows = coverage.lists.filter(({ total }) => total > 0).map(row);
  return `<section><h2>Coverage: ${percent(coverage.share)}</h2>${rows.join("\n")}</section>`;
}

function row({ name, covered, total, missing }: CoverageList): string {
  const share = covered / total;
  const { label, counts } = COVERAGE_TABLE[name];
  const names = missing.slice(0, MAX_NAMED).map((item) => `<li><code>${escaped(item)}</code></li>`);
  const more =
    missing.length > MAX_NAMED ? `<li>… and ${missing.length - MAX_NAMED} more</li>` : "";
  const bar = `<span class="bar"><span style="width:${Math.round(share * 100)}%"></span></span>`;
  const head = `<span class="name">${label}</span>${bar}<span class="dim">${covered} of ${total}</span>`;
  if (missing.length === 0) return `<p class="coverage" title="${escaped(counts)}">${head}</p>`;
  return `<details class="coverage"><summary>${head}</summary><p class="dim">${escaped(counts)} Missing:</p><ul class="missing">${names.join("")}${more}</ul></details>`;
}
