import * as z from "zod";
import { jsonPointer, keys } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { renameFieldKind } from "./rule.ts";

export const renameFieldGrammar: FaultGrammar = faultGrammar(renameFieldKind, {
  value: keys({
    at: jsonPointer.describe("JSON Pointer to the field."),
    to: z.string().describe("The new name."),
  }),
  toFault: ({ at, to }) => ({ pointer: at, name: to }),
});
