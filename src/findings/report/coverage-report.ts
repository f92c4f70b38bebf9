import type { Integer } from "../../core/json.ts";
import { COVERAGE_NAMES, type Coverage, type CoverageName } from "./coverage.ts";

/** A list of coverable items, as the report shows it. */
export type CoverageList = {
  readonly name: CoverageName;
  readonly covered: Integer;
  readonly total: Integer;
  readonly missing: readonly string[];
  readonly items: readonly { readonly item: string; readonly count: Integer }[];
};

/** The share of coverable items that were covered. */
export type CoverageReport = {
  /** Share of the features that were used, from 0 to 1; 1 if there are no features. */
  readonly share: number;
  /** One list for each type of feature, such as `operations` or `faults`. */
  readonly lists: readonly CoverageList[];
};

/** Combines the coverage of all sandboxes. Some items are in only some sandboxes' specs. */
export function coverageReport(coverages: readonly Coverage[]): CoverageReport {
  const lists = COVERAGE_NAMES.map((name) => listOf(name, coverages));
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  const covered = lists.reduce((sum, list) => sum + list.covered, 0);
  return { share: total === 0 ? 1 : covered / total, lists };
}

function listOf(name: CoverageName, coverages: readonly Coverage[]): CoverageList {
  const sums = new Map<string, number>();
  for (const coverage of coverages) {
    for (const [item, count] of coverage[name]) sums.set(item, (sums.get(item) ?? 0) + count);
  }
  const items = [...sums].map(([item, count]) => ({ item, count }));
  const missing = items.filter(({ count }) => count === 0).map(({ item }) => item);
  return { name, covered: items.length - missing.length, total: items.length, missing, items };
}
