import { keys, positiveDuration, wholeNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { rateLimitKind } from "./rule.ts";

export const rateLimitGrammar: FaultGrammar = faultGrammar(rateLimitKind, {
  value: keys({
    requests: wholeNumber(1).describe("Number of requests allowed per period."),
    per: positiveDuration.describe("Length of the period."),
  }),
  toFault: ({ requests, per }) => ({ requests, perMs: per }),
});
