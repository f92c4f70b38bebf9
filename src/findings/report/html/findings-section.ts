import type { Finding } from "../../finding.ts";
import { escaped, withCode } from "../escape.ts";
import type { Report } from "../report.ts";
import { basisText, exchangesText } from "../summary-text.ts";

/** The findings, worst first; what is no mistake is folded away. */
export function findingsSection({ findings, moreFindings }: Report): string {
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const others = findings.filter(({ severity, isExpected }) => severity === "info" || isExpected);
  const list =
    serious.length === 0
      ? '<p class="fine">No errors and no warnings.</p>'
      : `<ol class="findings">${serious.map(item).join("\n")}</ol>`;
  const more = moreFindings === 0 ? "" : `<p class="dim">… and ${moreFindings} more.</p>`;
  const folded =
    others.length === 0
      ? ""
      : `<details><summary>${others.length} more: infos and what was expected</summary><ol class="findings">${others.map(item).join("\n")}</ol></details>`;
  return `<section><h2>Findings</h2>${list}${more}${folded}</section>`;
}

function item(finding: Finding): string {
  const { id, severity, sentence, cure, repeat, sandbox, isExpected } = finding;
  const kind = isExpected ? "expected" : severity;
  const rows = [
    ["do", withCode(cure)],
    ["see", escaped([basisText(finding), exchangesText(finding)].filter(Boolean).join("; "))],
    ["in", escaped(sandbox)],
    ["again", repeat === "" ? "" : `<code>${escaped(repeat)}</code>`],
  ].filter(([, text]) => text !== "");
  const facts = rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join("");
  return `<li class="finding ${kind}"><p><span class="badge ${kind}">${kind}</span> <code>${id}</code></p><p>${withCode(sentence)}</p><dl>${facts}</dl></li>`;
}
