import * as z from "zod";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { errorKind } from "./rule.ts";

export const errorGrammar: FaultGrammar = faultGrammar(errorKind, {
  value: (errorCodes) => z.enum(errorCodes),
  toFault: (code) => ({ code }),
});
