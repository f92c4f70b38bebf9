import { keys, positiveNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { slowBodyKind } from "./rule.ts";

export const slowBodyGrammar: FaultGrammar = faultGrammar(slowBodyKind, {
  value: keys({
    bytesPerSecond: positiveNumber.describe("Bytes of the body per second on the sandbox's clock."),
  }),
  toFault: ({ bytesPerSecond }) => ({ bytesPerSecond }),
});
