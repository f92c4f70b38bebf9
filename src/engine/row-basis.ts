import type { SubmittedFact } from "../core/job/facts.ts";
import type { JsonValue } from "../core/json.ts";
import type { RecordParts } from "../core/rows/record.ts";
import type { Row, RowInput } from "../core/rows/row.ts";
import type { RowError } from "../core/rows/row-rule.ts";

/**
 * Makes some of a job's rows, starting at `index`. The rows are always the same, regardless of how
 * often and in which order they are requested. Without outputs, they contain only facts about the
 * inputs.
 */
export type RowMaker = (
  index: number,
  inputs: readonly RowInput[],
  hasOutputs?: boolean,
) => Promise<readonly Row[]>;

/** The parts of a submission that determine its rows. */
export type RowBasis = Pick<SubmittedFact, "jobId" | "seed" | "model" | "submission" | "rowRules">;

/** Why a row fails; undefined if it doesn't. Always the same for the same row of the same job. */
export type RecordCheck = (
  index: number,
  value: JsonValue,
  parts: RecordParts,
) => RowError | undefined | Promise<RowError | undefined>;
