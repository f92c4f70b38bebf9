import { jsonPointer } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { dropFieldKind } from "./rule.ts";

/** How `dropField` is written in a scenario. */
export const dropFieldGrammar: FaultGrammar = faultGrammar(dropFieldKind, {
  value: jsonPointer,
  phases: RESPONSE_ONLY,
  toFault: (at) => ({ pointer: at }),
});
