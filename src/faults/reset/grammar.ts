import * as z from "zod";
import { keys, wholeNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { type ResetPoint, resetKind } from "./rule.ts";

const RESET_FORM = "`beforeHeaders`, `afterHeaders`, or `{ afterBytes: 100 }`";

const reset: z.ZodType<ResetPoint> = z.union(
  [
    z.enum(["beforeHeaders", "afterHeaders"]),
    keys({
      afterBytes: wholeNumber(0).describe(
        "Number of bytes of the body that arrive before the reset.",
      ),
    }),
  ],
  { error: RESET_FORM },
);

export const resetGrammar: FaultGrammar = faultGrammar(resetKind, {
  value: reset,
  toFault: (at) => ({ at }),
});
