import { jsonPointer } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { dropFieldKind } from "./rule.ts";

export const dropFieldGrammar: FaultGrammar = faultGrammar(dropFieldKind, {
  value: jsonPointer,
  toFault: (at) => ({ pointer: at }),
});
