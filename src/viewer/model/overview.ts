import type { SandboxReport } from "../../control/reports.ts";
import type { Finding } from "../../findings/finding.ts";
import { grouped } from "../../findings/grouped.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { SERIOUS, weightOf } from "./marks.ts";
import { type Filters, isFound } from "./place.ts";

export type OverviewRow = ReturnType<typeof overviewRows>[number];

/** Titles of sandbox outcomes, worst first; an outcome is the weight of the worst finding. */
export const OUTCOME_TITLES = { ...SERIOUS, clean: "No findings" } as const;

const OUTCOMES: readonly string[] = Object.keys(OUTCOME_TITLES);

export function overviewRows(sandboxes: readonly SandboxReport[], report: Report | undefined) {
  const serious = report?.findings.filter((each) => weightOf(each) in SERIOUS);
  const bySandbox = grouped(serious ?? [], ({ sandbox }) => sandbox);
  const durations = new Map(report?.sandboxes.map(({ name, durationMs }) => [name, durationMs]));
  return sandboxes.map((sandbox) => {
    const findings = bySandbox.get(sandbox.name) ?? [];
    const kinds = kindsOf(findings);
    return {
      sandbox,
      title: titleOf(sandbox),
      outcome: kinds[0]?.weight ?? ("clean" as const),
      /** The sandbox's errors, warnings, and pending findings. */
      findings,
      /** Number of findings by kind, most serious first. */
      kinds,
      /** Wall-clock milliseconds from the first request to the last response, if known. */
      durationMs: durations.get(sandbox.name),
    };
  });
}

function kindsOf(findings: readonly Finding[]) {
  const kinds = grouped(findings, (finding) => `${weightOf(finding)} ${finding.id}`);
  return [...kinds.values()]
    .map((own) => ({ id: own[0].id, weight: weightOf(own[0]), count: own.length }))
    .sort((a, b) => rankOf(a.weight) - rankOf(b.weight));
}

function rankOf(outcome: string): number {
  return OUTCOMES.indexOf(outcome);
}

/** The columns by which the overview can be sorted, with their comparison functions. */
const OVERVIEW_ORDERS: Readonly<Record<string, (a: OverviewRow, b: OverviewRow) => number>> = {
  outcome: (a, b) => rankOf(a.outcome) - rankOf(b.outcome) || b.findings.length - a.findings.length,
  title: (a, b) => a.title.localeCompare(b.title),
  findings: (a, b) => b.findings.length - a.findings.length,
  jobs: (a, b) => b.sandbox.jobs - a.sandbox.jobs,
  calls: (a, b) => b.sandbox.exchanges - a.sandbox.exchanges,
  duration: (a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0),
};

/** The rows that meet the filters, in the chosen order; by default, worst first. */
export function shownRows(rows: readonly OverviewRow[], filters: Filters): readonly OverviewRow[] {
  const { severity = "", sort = "" } = filters;
  const order = OVERVIEW_ORDERS[sort] ?? OVERVIEW_ORDERS["outcome"];
  return rows
    .filter(({ title, sandbox, kinds, outcome }) => {
      const texts = [title, sandbox.name, sandbox.scenario, ...kinds.map(({ id }) => id)];
      return (severity === "" || outcome === severity) && isFound(filters, () => texts);
    })
    .toSorted(order);
}

export function titleOf({ name, title = name }: Pick<SandboxReport, "name" | "title">): string {
  return title;
}

export function sandboxTitle(sandboxes: readonly SandboxReport[], name: string): string {
  return titleOf(sandboxes.find((each) => each.name === name) ?? { name });
}
