import { z } from "zod";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { corruptFileKind, FILE_DAMAGES, type FileDamage } from "./rule.ts";

/** How `corruptFile` is written in a scenario. */
export const corruptFileGrammar: FaultGrammar = faultGrammar(corruptFileKind, {
  value: z.enum(Object.keys(FILE_DAMAGES) as FileDamage[]),
  phases: RESPONSE_ONLY,
  toFault: (damage) => ({ damage }),
});
