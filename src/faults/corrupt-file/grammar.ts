import * as z from "zod";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { corruptFileKind, FILE_DAMAGES, type FileDamage } from "./rule.ts";

export const corruptFileGrammar: FaultGrammar = faultGrammar(corruptFileKind, {
  value: z.enum(Object.keys(FILE_DAMAGES) as FileDamage[]),
  toFault: (damage) => ({ damage }),
});
