import { keys, positiveDuration } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { notFoundAfterCreateKind } from "./rule.ts";

export const notFoundAfterCreateGrammar: FaultGrammar = faultGrammar(notFoundAfterCreateKind, {
  value: keys({ for: positiveDuration.describe("Age at which clients can find the job.") }),
  toFault: (value) => ({ forMs: value.for }),
});
