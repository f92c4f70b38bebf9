import { VERDICTS, type VerdictName } from "../../options/explore-table.ts";
import type { ExperimentResult, ExploreReport } from "./explore-report.ts";

/** The rules that decide whether results fail the run. */
export type FailRule = {
  readonly failOn: readonly VerdictName[];
  /** An earlier report: verdicts that did not get worse don't fail. */
  readonly baseline: ExploreReport | undefined;
};

/** The results that fail the run. */
export function failing(
  { results }: Pick<ExploreReport, "results">,
  { failOn, baseline }: FailRule,
): readonly ExperimentResult[] {
  const before = verdictsIn(baseline);
  return results.filter((result) => {
    const { id, verdict, mustSurvive } = result;
    const isBad = failOn.includes(verdict) || (mustSurvive && verdict === "failed-loudly");
    return isBad && badness(verdict) > badness(before.get(id) ?? "survived");
  });
}

/** The results whose verdicts are better than in an earlier report. */
export function improved(
  { results }: Pick<ExploreReport, "results">,
  baseline: ExploreReport | undefined,
): readonly (ExperimentResult & { readonly before: VerdictName })[] {
  const verdicts = verdictsIn(baseline);
  return results.flatMap((result) => {
    const before = verdicts.get(result.id);
    if (before === undefined || badness(result.verdict) >= badness(before)) return [];
    return [{ ...result, before }];
  });
}

function verdictsIn(report: ExploreReport | undefined): ReadonlyMap<string, VerdictName> {
  return new Map(report?.results.map(({ id, verdict }) => [id, verdict]));
}

function badness(verdict: VerdictName): number {
  return VERDICTS.length - VERDICTS.indexOf(verdict);
}
