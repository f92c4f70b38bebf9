import type { Integer } from "../../core/json.ts";
import type { VerdictName } from "../../options/explore-table.ts";
import type { Experiment } from "../plan/experiment.ts";
import type { LeftOut } from "../plan/fault-experiments.ts";
import type { Judgment } from "../verdict/verdict.ts";

/** How an experiment ended. */
export type ExperimentResult = Pick<Experiment, "id" | "row" | "group" | "title"> &
  Omit<Judgment, "name"> & {
    readonly verdict: VerdictName;
    /** Whether the project file says that the client has to survive it. */
    readonly mustSurvive: boolean;
    /** The scenario file that repeats it. */
    readonly scenario: string;
    /** The command that repeats it. */
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
  /** Whether the command fails if all outputs are wrong; otherwise, damaged rows can't be judged. */
  readonly looksAtOutputs: boolean;
  /** Errors and warnings of the run without faults. */
  readonly firstFindings: readonly string[];
  /** Number of planned experiments. */
  readonly planned: Integer;
  readonly leftOut: readonly LeftOut[];
  /** In the order of the plan. */
  readonly results: readonly ExperimentResult[];
  /** The experiments that were not run, in the order of the plan. */
  readonly notRun: readonly Pick<Experiment, "id" | "title">[];
};
