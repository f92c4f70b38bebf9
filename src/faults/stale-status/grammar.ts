import { keys, positiveDuration } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar, RESPONSE_ONLY } from "../fault-grammar.ts";
import { staleStatusKind } from "./rule.ts";

/** How `staleStatus` is written in a scenario. */
export const staleStatusGrammar: FaultGrammar = faultGrammar(staleStatusKind, {
  value: keys({
    by: positiveDuration.meta({ description: "Age of the state that the client sees." }),
  }),
  phases: RESPONSE_ONLY,
  toFault: ({ by }) => ({ behindMs: by }),
});
