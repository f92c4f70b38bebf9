import { jsonPointer, jsonValue, keys } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { addFieldKind } from "./rule.ts";

/** How `addField` is written in a scenario. */
export const addFieldGrammar: FaultGrammar = faultGrammar(addFieldKind, {
  value: keys({
    at: jsonPointer.meta({ description: "JSON Pointer to the field." }),
    value: jsonValue.meta({ description: "The value of the field." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ at, value }) => ({ pointer: at, value }),
});
