import { flag } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { malformedJsonKind } from "./rule.ts";

/** How `malformedJson` is written in a scenario. */
export const malformedJsonGrammar: FaultGrammar = faultGrammar(malformedJsonKind, {
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({}),
});
