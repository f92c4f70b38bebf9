import type { Integer } from "../../core/json.ts";
import { grouped } from "../../findings/grouped.ts";
import { type JunitCase, junitXml } from "../../findings/report/junit.ts";
import type { Palette } from "../../findings/report/terminal-report.ts";
import { VERDICTS, type VerdictName } from "../../options/explore-table.ts";
import type { Experiment } from "../plan/experiment.ts";
import type { LeftOut } from "../plan/fault-experiments.ts";
import { TRIAL_GROUPS, type TrialGroup } from "../plan/trials.ts";
import type { Judgment } from "../verdict/judgment.ts";

export type ExperimentResult = Pick<Experiment, "id" | "row" | "group" | "title"> &
  Omit<Judgment, "name"> & {
    readonly verdict: VerdictName;
    /** Whether the project file requires the client to survive the experiment. */
    readonly mustSurvive: boolean;
    /** The experiment's scenario file. */
    readonly scenario: string;
    /** The command that repeats the experiment. */
    readonly repeat: string;
    /** The page with the run's recording; undefined if the client survived. */
    readonly recording?: string;
  };

/** The results of `batch-sim explore`. */
export type ExploreReport = {
  /** Version of the report's format. */
  readonly format: 1;
  /** Version of batch-sim. */
  readonly version: string;
  /** The command under test. */
  readonly command: string;
  /** The scenario of the first run. */
  readonly scenario: string;
  readonly clock: string;
  readonly seed: Integer;
  /**
   * Whether the command fails if all outputs are wrong; otherwise, damaged rows can't be judged.
   */
  readonly looksAtOutputs: boolean;
  /** Errors and warnings from the run without faults. */
  readonly firstFindings: readonly string[];
  /** Number of planned experiments. */
  readonly planned: Integer;
  readonly leftOut: readonly LeftOut[];
  /** Results of the experiments, in the order of the plan. */
  readonly results: readonly ExperimentResult[];
  /** The experiments that were not run, in the order of the plan. */
  readonly notRun: readonly Pick<Experiment, "id" | "title">[];
};

type Sign = { readonly letter: string; readonly words: string; readonly color: keyof Palette };

export const VERDICT_SIGNS: Readonly<Record<VerdictName, Sign>> = {
  "false-success": { letter: "X", words: "false success", color: "red" },
  misbehaved: { letter: "M", words: "misbehaved", color: "red" },
  hung: { letter: "H", words: "hung", color: "red" },
  flaky: { letter: "?", words: "flaky", color: "yellow" },
  "failed-loudly": { letter: "f", words: "failed loudly", color: "yellow" },
  "not-reached": { letter: "-", words: "fault not reached", color: "dim" },
  survived: { letter: "s", words: "survived", color: "green" },
};

/** The matrix's rows, sorted by name. Each cell lists its worst result first. */
export function matrixOf({ results }: ExploreReport) {
  const worstFirst = results.toSorted((a, b) => badness(b.verdict) - badness(a.verdict));
  const rows = [...grouped(worstFirst, ({ row }) => row)].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows.map(([name, own]) => {
    const inGroup = (group: TrialGroup) => own.filter((result) => result.group === group);
    const cells = TRIAL_GROUPS.map((group) => [group, inGroup(group)]);
    return { name, cells: Object.fromEntries(cells) as Record<TrialGroup, ExperimentResult[]> };
  });
}

/** The number of results for each verdict that occurs, worst verdict first. */
export function countsOf(results: readonly ExperimentResult[]) {
  return VERDICTS.map(
    (name) => [name, results.filter(({ verdict }) => verdict === name).length] as const,
  ).filter(([, count]) => count > 0);
}

/** The results that fail the run. If there is an earlier report, only those that became worse. */
export function failing(
  { results }: Pick<ExploreReport, "results">,
  failOn: readonly VerdictName[],
  baseline: ExploreReport | undefined,
): readonly ExperimentResult[] {
  const before = verdictsIn(baseline);
  return results.filter((result) => {
    const { id, verdict, mustSurvive } = result;
    const isBad = failOn.includes(verdict) || (mustSurvive && verdict === "failed-loudly");
    return isBad && badness(verdict) > badness(before.get(id) ?? "survived");
  });
}

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

/** A JUnit report with a test suite for each row, and a test case for each experiment. */
export function exploreJunit(report: ExploreReport, failing: readonly ExperimentResult[]): string {
  const failed = new Set(failing.map(({ id }) => id));
  const cases = report.results.map(
    ({ id, row, title, verdict, sentence, evidence, repeat }): JunitCase => ({
      suite: row,
      className: `batch-sim.explore.${id}`,
      name: title,
      end: failed.has(id) ? "failure" : undefined,
      type: verdict,
      message: `${VERDICT_SIGNS[verdict].words}: ${sentence}`,
      text: [...evidence, repeat].join("\n"),
    }),
  );
  return junitXml("batch-sim explore", cases);
}
