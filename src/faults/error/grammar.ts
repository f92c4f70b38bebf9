import { z } from "zod";
import { BOTH_PHASES, type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { errorKind } from "./rule.ts";

/** How `error` is written in a scenario. */
export const errorGrammar: FaultGrammar = faultGrammar(errorKind, {
  value: (errorCodes) => z.enum(errorCodes),
  phases: BOTH_PHASES,
  toFault: (code) => ({ code }),
});
