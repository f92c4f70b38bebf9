import { keys, positiveDuration } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { staleStatusKind } from "./rule.ts";

export const staleStatusGrammar: FaultGrammar = faultGrammar(staleStatusKind, {
  value: keys({
    by: positiveDuration.describe("Age of the state that the client sees."),
  }),
  toFault: ({ by }) => ({ behindMs: by }),
});
