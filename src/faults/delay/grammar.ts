import { distribution } from "../../scenario/grammar/distribution-grammar.ts";
import { BOTH_PHASES, type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { delayKind } from "./rule.ts";

/** How `delay` is written in a scenario. */
export const delayGrammar: FaultGrammar = faultGrammar(delayKind, {
  value: distribution,
  phases: BOTH_PHASES,
  toFault: (duration) => ({ duration }),
});
