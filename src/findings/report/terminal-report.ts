import type { Finding, Severity } from "../finding.ts";
import type { FindingId } from "../finding-id.ts";
import type { Report } from "./report.ts";
import { basisText, countsText, exchangesText, percent, scopeText } from "./summary-text.ts";

/** Colours of a terminal; functions that change nothing where there are none. */
export type Palette = Readonly<
  Record<"bold" | "dim" | "red" | "yellow" | "green" | "cyan", (text: string) => string>
>;

/** Findings of a kind that are shown one by one. */
const MAX_SHOWN = 3;

/** A report for a person at a terminal: what must be known, a line or a few each. */
export function terminalReport(report: Report, paint: Palette): string {
  const { summary, findings, notJudged } = report;
  const shown = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const infos = findings.filter(({ severity, isExpected }) => severity === "info" && !isExpected);
  const color = colorOf(worstOf(report), paint);
  const head = `${paint.bold("batch-sim report")}  ${color(countsText(summary))}  ${paint.dim(scopeText(summary))}`;
  const parts = [
    head,
    ...kinds(shown).flatMap((same) => kindLines(same, paint)),
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

function colorOf(severity: Severity, paint: Palette): (text: string) => string {
  if (severity === "error") return paint.red;
  return severity === "warning" ? paint.yellow : paint.green;
}

function kinds(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const byId = new Map<FindingId, Finding[]>();
  for (const finding of findings) {
    const known = byId.get(finding.id);
    if (known === undefined) byId.set(finding.id, [finding]);
    else known.push(finding);
  }
  return [...byId.values()];
}

function kindLines(same: readonly Finding[], paint: Palette): string[] {
  const more = same.length - MAX_SHOWN;
  const [first] = same;
  return [
    ...same.slice(0, MAX_SHOWN).map((finding) => paragraph(finding, paint)),
    ...(more <= 0 || first === undefined ? [] : [`         … and ${more} more ${first.id}`]),
  ];
}

function paragraph(finding: Finding, paint: Palette): string {
  const { id, severity, sentence, cure, sandbox, repeat } = finding;
  const color = colorOf(severity, paint);
  const where = sandbox === "" ? "" : `sandbox ${sandbox}`;
  const facts = [basisText(finding), exchangesText(finding), where].filter((fact) => fact !== "");
  return [
    `${color(severity.padEnd(7))}  ${paint.bold(id)}`,
    `         ${sentence}`,
    `         ${paint.dim("do")}     ${cure}`,
    ...(facts.length === 0 ? [] : [`         ${paint.dim("see")}    ${facts.join("; ")}`]),
    ...(repeat === "" ? [] : [`         ${paint.dim("again")}  ${paint.cyan(repeat)}`]),
  ].join("\n");
}

function infoLines(infos: readonly Finding[], paint: Palette): string {
  return kinds(infos)
    .map((same) => {
      const [first] = same;
      const names = same.map(({ assumption, sentence, id }) =>
        id === "assumption-relied-on" && assumption !== undefined ? assumption : sentence,
      );
      return `${paint.dim("info   ")}  ${first?.id}: ${[...new Set(names)].join(", ")}`;
    })
    .join("\n");
}

function notPlayedLines({ notPlayed }: Report, paint: Palette): string {
  return notPlayed
    .map(
      ({ scenario, rule, why, toFire }) =>
        `${paint.dim("not played")}  fault \`${rule}\` of scenario ${scenario}: ${why}. ${toFire}`,
    )
    .join("\n");
}

function coverageLine({ coverage }: Report, paint: Palette): string {
  const lists = coverage.lists
    .filter(({ total }) => total > 0)
    .map(({ name, covered, total }) => `${name} ${covered}/${total}`);
  return `${paint.dim("coverage")}  ${paint.bold(percent(coverage.share))}  ${paint.dim(lists.join("  "))}`;
}
