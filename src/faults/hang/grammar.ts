import { flag } from "../../scenario/grammar/values.ts";
import { BOTH_PHASES, type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { hangKind } from "./rule.ts";

/** How `hang` is written in a scenario. */
export const hangGrammar: FaultGrammar = faultGrammar(hangKind, {
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({}),
});
