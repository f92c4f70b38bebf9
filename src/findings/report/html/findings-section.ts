import { escaped, withCode } from "../escape.ts";
import { type FindingCase, type FindingGroup, groupsOf } from "../finding-groups.ts";
import { caseFacts, countText, groupFacts, type LabeledText } from "../group-text.ts";
import type { Report } from "../report.ts";

/** The findings, most serious first; infos and expected findings are collapsed. */
export function findingsSection({ findings, moreFindings }: Report): string {
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const others = findings.filter(({ severity, isExpected }) => severity === "info" || isExpected);
  const list =
    serious.length === 0
      ? '<p class="fine">No errors and no warnings.</p>'
      : `<ol class="findings">${groupsOf(serious).map(item).join("\n")}</ol>`;
  const more = moreFindings === 0 ? "" : `<p class="dim">… and ${moreFindings} more.</p>`;
  const folded =
    others.length === 0
      ? ""
      : `<details><summary>${others.length} more: infos and expected findings</summary><ol class="findings">${groupsOf(others).map(item).join("\n")}</ol></details>`;
  return `<section><h2>Findings</h2>${list}${more}${folded}</section>`;
}

/** Maximum number of cases to show per group. */
const MAX_CASES = 20;

function item(group: FindingGroup): string {
  const { id, severity, isExpected } = group.first;
  const kind = isExpected ? "expected" : severity;
  const count = countText(group);
  const cases = group.cases.slice(0, MAX_CASES).map(caseItem);
  const more = group.cases.length - cases.length;
  const rest = more <= 0 ? "" : `<p class="dim">… and ${more} more.</p>`;
  const badge = `<span class="badge ${kind}">${kind}</span> <code>${id}</code>${count === "" ? "" : ` ${count}`}`;
  return `<li class="finding ${kind}"><p>${badge}</p>${cases.join("")}${rest}${factList(groupFacts(group))}</li>`;
}

function caseItem(each: FindingCase): string {
  return `<p>${withCode(each.sentence)}</p>${factList(caseFacts(each))}`;
}

function factList(facts: readonly LabeledText[]): string {
  const items = facts.map(([label, text], index) => {
    const shown = facts[index - 1]?.[0] === label ? "" : label;
    const isCode = label === "again" || label === "shown";
    const value = isCode ? `<code>${escaped(text)}</code>` : withCode(text);
    return `<dt>${shown}</dt><dd>${value}</dd>`;
  });
  return items.length === 0 ? "" : `<dl>${items.join("")}</dl>`;
}
