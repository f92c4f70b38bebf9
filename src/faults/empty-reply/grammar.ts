import { flag } from "../../scenario/grammar/values.ts";
import { BOTH_PHASES, type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { emptyReplyKind } from "./rule.ts";

/** How `emptyReply` is written in a scenario. */
export const emptyReplyGrammar: FaultGrammar = faultGrammar(emptyReplyKind, {
  value: flag,
  phases: BOTH_PHASES,
  toFault: () => ({}),
});
