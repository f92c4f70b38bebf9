import { keys, positiveDuration } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, REQUEST_ONLY } from "../fault-grammar.ts";
import { notFoundAfterCreateKind } from "./rule.ts";

/** How `notFoundAfterCreate` is written in a scenario. */
export const notFoundAfterCreateGrammar: FaultGrammar = faultGrammar(notFoundAfterCreateKind, {
  value: keys({ for: positiveDuration.meta({ description: "Age from which the job is known." }) }),
  phases: REQUEST_ONLY,
  toFault: (value) => ({ forMs: value.for }),
});
