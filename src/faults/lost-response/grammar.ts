import { flag } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { lostResponseKind } from "./rule.ts";

/** How `lostResponse` is written in a scenario. */
export const lostResponseGrammar: FaultGrammar = faultGrammar(lostResponseKind, {
  value: flag,
  phases: RESPONSE_ONLY,
  toFault: () => ({}),
});
