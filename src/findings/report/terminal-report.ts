import { mapStrings } from "../../core/json.ts";
import { visibleText } from "../../core/visible-text.ts";
import type { Finding, Severity } from "../finding.ts";
import { grouped } from "../grouped.ts";
import { coverageLabel } from "./coverage.ts";
import { titled } from "./fails.ts";
import {
  caseFacts,
  countText,
  type FindingGroup,
  groupFacts,
  groupsOf,
  type LabeledText,
} from "./finding-groups.ts";
import type { Report } from "./report-of.ts";
import { countsText, percent, scopeText } from "./summary-text.ts";

/** Functions that color text; they change nothing if the terminal has no colors. */
export type Palette = Readonly<
  Record<"bold" | "dim" | "red" | "yellow" | "green" | "cyan", (text: string) => string>
>;

const MAX_SHOWN = 3;

export function terminalReport(given: Report, paint: Palette): string {
  // Clients choose paths, fields, and names, which may contain control characters.
  const report = mapStrings(titled(given), visibleText);
  const { summary, findings, notJudged } = report;
  const shown = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const infos = findings.filter(({ severity, isExpected }) => severity === "info" && !isExpected);
  const color = paint[COLORS[worstOf(report)]];
  const head = `${paint.bold("batch-sim report")}  ${color(countsText(summary))}  ${paint.dim(scopeText(summary))}`;
  const parts = [
    head,
    ...groupsOf(shown).map((group) => groupParagraph(group, paint)),
    infos.length === 0 ? "" : infoLines(infos, paint),
    notJudged.map(({ what, why }) => `${paint.dim("not judged")}  ${what}: ${why}.`).join("\n"),
    notPlayedLines(report, paint),
    coverageLine(report, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function worstOf({ summary }: Report): Severity {
  if (summary.errors > 0) return "error";
  return summary.warnings > 0 ? "warning" : "info";
}

const COLORS = { error: "red", warning: "yellow", info: "green" } as const;

function groupParagraph(group: FindingGroup, paint: Palette): string {
  const { first, cases } = group;
  const more = cases.length - MAX_SHOWN;
  const count = countText(group);
  return [
    `${labelOf(first, paint)}  ${paint.bold(first.id)}${count === "" ? "" : ` (${count})`}`,
    ...cases
      .slice(0, MAX_SHOWN)
      .flatMap((each) => [`         ${each.sentence}`, ...factLines(caseFacts(each), paint)]),
    ...(more <= 0 ? [] : [`         … and ${more} more ${first.id}`]),
    ...factLines(groupFacts(group), paint),
  ].join("\n");
}

function labelOf({ severity, isPending }: Finding, paint: Palette): string {
  return isPending === true ? paint.dim("pending") : paint[COLORS[severity]](severity.padEnd(7));
}

/** Shows a label only once if consecutive lines have the same label. */
function factLines(facts: readonly LabeledText[], paint: Palette): string[] {
  return facts.map(([label, text], index) => {
    const shown = facts[index - 1]?.[0] === label ? "" : label;
    const value = label === "again" ? paint.cyan(text) : text;
    return `         ${paint.dim(shown.padEnd(5))}  ${value}`;
  });
}

function infoLines(infos: readonly Finding[], paint: Palette): string {
  const lines = [...grouped(infos, ({ id }) => id)].map(([kind, same]) => {
    const names = same.map(({ assumption, sentence }) =>
      kind === "assumption-relied-on" && assumption !== undefined ? assumption : sentence,
    );
    return `${paint.dim("info   ")}  ${kind}: ${[...new Set(names)].join(", ")}`;
  });
  return lines.join("\n");
}

function notPlayedLines({ notPlayed }: Report, paint: Palette): string {
  return notPlayed
    .map(
      ({ scenario, rule, why, toFire }) =>
        `${paint.dim("never fired")}  fault \`${rule}\` in scenario ${scenario}: ${why}. ${toFire}`,
    )
    .join("\n");
}

function coverageLine({ coverage }: Report, paint: Palette): string {
  const lists = coverage.lists
    .filter(({ total }) => total > 0)
    .map(({ name, covered, total }) => `${coverageLabel(name)} ${covered}/${total}`);
  return `${paint.dim("coverage")}  ${paint.bold(percent(coverage.share))}  ${paint.dim(lists.join("  "))}`;
}

export function missingCoverage({ coverage }: Report, paint: Palette): string {
  const lines = mapStrings(coverage.lists, visibleText)
    .filter(({ missing }) => missing.length > 0)
    .map(
      ({ name, missing }) =>
        `${paint.dim("not covered")}  ${coverageLabel(name)}: ${missing.join(", ")}`,
    );
  return lines.length === 0 ? `${paint.dim("not covered")}  nothing\n` : `${lines.join("\n")}\n`;
}
