import { flag } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { duplicateKind } from "./rule.ts";

/** How `duplicate` is written in a scenario. */
export const duplicateGrammar: FaultGrammar = faultGrammar(duplicateKind, {
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({}),
});
