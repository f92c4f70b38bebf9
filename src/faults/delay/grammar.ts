import { distribution } from "../../scenario/grammar/distribution-grammar.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { delayKind } from "./rule.ts";

export const delayGrammar: FaultGrammar = faultGrammar(delayKind, {
  value: distribution,
  toFault: (duration) => ({ duration }),
});
