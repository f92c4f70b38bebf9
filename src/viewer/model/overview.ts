import type { SandboxReport } from "../../control/reports.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report/report-of.ts";
import type { Filters } from "./place.ts";
import { titleOf } from "./sandbox-title.ts";
import { WEIGHTS, type Weight, weightOf } from "./weight.ts";

/** A sandbox in the overview of a run. */
export type OverviewRow = {
  readonly sandbox: SandboxReport;
  readonly title: string;
  /** The weight of its heaviest finding; undefined without findings. */
  readonly weight: Weight | undefined;
  /** Its errors, warnings, and pending findings. */
  readonly findings: readonly Finding[];
  /** Number of these by kind, the heaviest first. */
  readonly kinds: readonly {
    readonly id: string;
    readonly weight: Weight;
    readonly count: number;
  }[];
  /** Wall-clock time from its first request to its last one; undefined if it is unknown. */
  readonly durationMs: number | undefined;
};

/** The rows of the overview, in the order of their sandboxes. */
export function overviewRows(
  sandboxes: readonly SandboxReport[],
  report: Report | undefined,
): readonly OverviewRow[] {
  const bySandbox = new Map<string, Finding[]>();
  for (const finding of report?.findings ?? []) {
    if (rankOf(weightOf(finding)) > rankOf("pending")) continue;
    const known = bySandbox.get(finding.sandbox);
    if (known === undefined) bySandbox.set(finding.sandbox, [finding]);
    else known.push(finding);
  }
  const durations = new Map(report?.sandboxes.map(({ name, durationMs }) => [name, durationMs]));
  return sandboxes.map((sandbox) => {
    const findings = bySandbox.get(sandbox.name) ?? [];
    const kinds = kindsOf(findings);
    return {
      sandbox,
      title: titleOf(sandbox),
      weight: kinds[0]?.weight,
      findings,
      kinds,
      durationMs: durations.get(sandbox.name),
    };
  });
}

function kindsOf(findings: readonly Finding[]): OverviewRow["kinds"] {
  const kinds = new Map<string, { id: string; weight: Weight; count: number }>();
  for (const finding of findings) {
    const weight = weightOf(finding);
    const known = kinds.get(`${weight} ${finding.id}`);
    if (known === undefined)
      kinds.set(`${weight} ${finding.id}`, { id: finding.id, weight, count: 1 });
    else known.count++;
  }
  return [...kinds.values()].sort((a, b) => rankOf(a.weight) - rankOf(b.weight));
}

function rankOf(weight: Weight | undefined): number {
  return weight === undefined ? WEIGHTS.length : WEIGHTS.indexOf(weight);
}

/** The columns by which the overview can be sorted, and what decides the order. */
export const OVERVIEW_ORDERS: Readonly<Record<string, (a: OverviewRow, b: OverviewRow) => number>> =
  {
    outcome: (a, b) => rankOf(a.weight) - rankOf(b.weight) || b.findings.length - a.findings.length,
    title: (a, b) => a.title.localeCompare(b.title),
    findings: (a, b) => b.findings.length - a.findings.length,
    jobs: (a, b) => b.sandbox.jobs - a.sandbox.jobs,
    calls: (a, b) => b.sandbox.exchanges - a.sandbox.exchanges,
    duration: (a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0),
  };

/** What a row counts as in the filter by outcome. */
export function outcomeOfRow({ weight }: OverviewRow): string {
  return weight ?? "clean";
}

/** The rows that meet the filters, in the chosen order: the worst first if none is chosen. */
export function shownRows(
  rows: readonly OverviewRow[],
  { q = "", severity = "", sort = "" }: Filters,
): readonly OverviewRow[] {
  const text = q.trim().toLowerCase();
  const order = OVERVIEW_ORDERS[sort] ?? OVERVIEW_ORDERS["outcome"];
  return rows
    .filter(
      (row) =>
        (severity === "" || outcomeOfRow(row) === severity) &&
        (text === "" || textOf(row).includes(text)),
    )
    .toSorted(order);
}

function textOf({ title, sandbox, kinds }: OverviewRow): string {
  return [title, sandbox.name, sandbox.scenario, ...kinds.map(({ id }) => id)]
    .join(" ")
    .toLowerCase();
}
