import type { SubmittedFact } from "../core/job/facts.ts";
import type { Row, RowInput } from "../core/rows/row.ts";
import type { CallContext } from "./call-context.ts";

/**
 * Makes some of a job's rows, from `index` on: always the same rows, regardless of how often and in which order rows are
 * requested. Without outputs, they contain what is known about the inputs.
 */
export type RowMaker = (
  index: number,
  inputs: readonly RowInput[],
  hasOutputs?: boolean,
) => Promise<readonly Row[]>;

/** Dependencies of rows in addition to their job. */
export type RowContext = Pick<CallContext, "sandbox" | "rules" | "services">;

/** The parts of a submission that determine its rows. */
export type RowBasis = Pick<SubmittedFact, "jobId" | "seed" | "model" | "submission" | "rowRules">;
