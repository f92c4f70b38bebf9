import type { Finding } from "../../findings/finding.ts";
import type { RecordedCall } from "../plan/call-map.ts";
import type { Experiment } from "../plan/experiment.ts";

/** The evidence from one run of the command. */
export type SeenRun = {
  readonly exitCode: number;
  /** Whether the command reached the time limit and was killed. */
  readonly isTimedOut: boolean;
  readonly calls: readonly RecordedCall[];
  readonly findings: readonly Finding[];
  /** IDs of the jobs that are known to be still active. */
  readonly activeJobs: ReadonlySet<string>;
};

/** The first run, with which experiments are compared. */
export type Baseline = {
  readonly first: SeenRun;
  /** Whether the command fails if all outputs are wrong. */
  readonly looksAtOutputs: boolean;
  /** The time limit of an experiment, in words. */
  readonly limit: (experiment: Experiment) => string;
};
