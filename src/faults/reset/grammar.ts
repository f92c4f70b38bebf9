import * as z from "zod";
import { keys, wholeNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { resetKind } from "./rule.ts";

const afterBytes = wholeNumber(0).describe("Number of bytes of the body to send before the reset.");

export const resetGrammar: FaultGrammar = faultGrammar(resetKind, {
  value: z.union([z.enum(["beforeHeaders", "afterHeaders"]), keys({ afterBytes })], {
    error: "`beforeHeaders`, `afterHeaders`, or `{ afterBytes: 100 }`",
  }),
  toFault: (at) => ({ at }),
});
