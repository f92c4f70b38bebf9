import { VERDICTS, type VerdictName } from "../../options/explore-table.ts";
import { TRIAL_GROUPS, type TrialGroup } from "../plan/trials.ts";
import type { ExperimentResult, ExploreReport } from "./explore-report.ts";

/** The letter of each verdict in the matrix. */
export const LETTERS: Readonly<Record<VerdictName, string>> = {
  "false-success": "X",
  misbehaved: "M",
  hung: "H",
  flaky: "?",
  "failed-loudly": "f",
  "not-reached": "-",
  survived: "s",
};

/** The verdicts in words. */
export const VERDICT_WORDS: Readonly<Record<VerdictName, string>> = {
  "false-success": "false success",
  misbehaved: "misbehaved",
  hung: "hung",
  flaky: "flaky",
  "failed-loudly": "failed loudly",
  "not-reached": "fault not reached",
  survived: "survived",
};

/** A row of the matrix: an operation, `lifecycle`, or `answers`. */
export type MatrixRow = {
  readonly name: string;
  /** The results in each column, worst first. */
  readonly cells: Readonly<Record<TrialGroup, readonly ExperimentResult[]>>;
};

/** The results by row and column, in the order of the plan's rows. */
export function matrixOf({ results }: ExploreReport): readonly MatrixRow[] {
  const names = [...new Set(results.map(({ row }) => row))].sort();
  return names.map((name) => {
    const own = results.filter(({ row }) => row === name);
    const worstFirst = own.toSorted(
      (a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict),
    );
    const inGroup = (group: TrialGroup) => worstFirst.filter((result) => result.group === group);
    const cells = TRIAL_GROUPS.map((group) => [group, inGroup(group)]);
    return { name, cells: Object.fromEntries(cells) };
  });
}

/** The number of results for each verdict that occurs, worst first. */
export function countsOf(
  results: readonly ExperimentResult[],
): readonly (readonly [VerdictName, number])[] {
  return VERDICTS.map(
    (name) => [name, results.filter(({ verdict }) => verdict === name).length] as const,
  ).filter(([, count]) => count > 0);
}
