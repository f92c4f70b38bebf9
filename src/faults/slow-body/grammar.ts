import { keys, positiveNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { slowBodyKind } from "./rule.ts";

/** How `slowBody` is written in a scenario. */
export const slowBodyGrammar: FaultGrammar = faultGrammar(slowBodyKind, {
  value: keys({
    bytesPerSecond: positiveNumber.meta({
      description: "Bytes per second on the sandbox's clock.",
    }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ bytesPerSecond }) => ({ bytesPerSecond }),
});
