import { z } from "zod";
import { keys, wholeNumber } from "../../scenario/grammar/values.ts";
import { BOTH_PHASES, type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { type ResetFault, resetKind } from "./rule.ts";

const RESET_FORM = "`beforeHeaders`, `afterHeaders`, or `{ afterBytes: 100 }`";

const reset: z.ZodType<ResetFault["at"]> = z.union(
  [
    z.enum(["beforeHeaders", "afterHeaders"]),
    keys({
      afterBytes: wholeNumber(0).meta({
        description: "Number of bytes of the body that arrive before the reset.",
      }),
    }),
  ],
  { error: RESET_FORM },
);

/** How `reset` is written in a scenario. */
export const resetGrammar: FaultGrammar = faultGrammar(resetKind, {
  value: reset,
  phases: (at) => (at === "beforeHeaders" ? BOTH_PHASES : RESPONSE_ONLY),
  toFault: (at) => ({ at }),
});
