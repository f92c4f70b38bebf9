import { jsonPointer, jsonValue, keys } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { addFieldKind } from "./rule.ts";

export const addFieldGrammar: FaultGrammar = faultGrammar(addFieldKind, {
  value: keys({
    at: jsonPointer.describe("JSON Pointer to the field."),
    value: jsonValue.describe("The value of the field."),
  }),
  toFault: ({ at, value }) => ({ pointer: at, value }),
});
