import { flag } from "../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "./fault-grammar.ts";
import * as FAULT_KINDS from "./fault-kinds.ts";
import { findKind } from "./find-kind.ts";
import * as OWN_GRAMMARS from "./own-grammars.ts";

const OWN: Readonly<Record<string, FaultGrammar>> = OWN_GRAMMARS;

/** The grammar of each kind of fault. By default, a kind has no parameters: `hang: true`. */
export const FAULT_GRAMMARS: readonly FaultGrammar[] = Object.keys(FAULT_KINDS).map(
  (kind) => OWN[kind] ?? faultGrammar(findKind(kind), { value: flag, toFault: () => ({}) }),
);
