import type { FileProblem } from "../core/files.ts";
import type { InputsOutcome } from "../core/job/facts.ts";
import type { RowRule } from "../core/rows/row-rule.ts";
import type { LineRows } from "../input/lines/line-rows.ts";
import type { PackedRows } from "../input/packed-rows.ts";
import type { Call } from "./answer.ts";
import type { CallContext } from "./call-context.ts";
import type { Draft } from "./submission.ts";

/** Assumptions that can make create reject a problem that would otherwise make the job fail. */
export type InputsProblem = "unknown-model" | "unknown-dataset" | "bad-url-input" | "row-too-long";

/** A submission's rows and their measures, or the problem with them. */
export type ReadInputs = {
  readonly outcome: InputsOutcome;
  readonly rows?: PackedRows | LineRows;
  readonly problem?: InputsProblem;
};

/** What reading depends on besides the submission. */
export type ReadingContext = Pick<CallContext, "sandbox" | "services"> & {
  readonly rules: Pick<CallContext["rules"], "assumptions" | "models" | "rowProblem" | "files">;
};

/** The part of a request that reading depends on. */
export type ReadingCall = Pick<Call, "rows" | "wireName">;

/** A submission as it is read. */
export type ReadingDraft = Pick<Draft, "submission" | "model" | "isKnownModel"> & {
  /** The scenario's rules for the rows. */
  readonly rowRules?: readonly RowRule[];
  /** What the scenario says is wrong with the file that contains the rows. */
  readonly fileProblem?: FileProblem | undefined;
};
