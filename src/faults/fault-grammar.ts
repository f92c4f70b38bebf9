import type { z } from "zod";
import type { Fault, FaultPhase } from "../core/fault-rule.ts";
import { optional } from "../scenario/grammar/values.ts";
import type { FaultKind } from "./fault-kind.ts";

/** The phases in which a fault can fire; the default is first. */
export type FaultPhases = readonly [FaultPhase, ...FaultPhase[]];

/** How one kind of fault is written, if the spec has these errors. */
export type FaultGrammar = (errorCodes: readonly string[]) => FaultKeys;

/** The keys of one kind of fault: the one that names it, and those beside it. */
export type FaultKeys = {
  readonly name: string;
  readonly shape: z.ZodRawShape;
  /** The phases of the fault that the values of `shape` describe; they may not be valid. */
  readonly phases: (values: Values) => FaultPhases;
  /** The fault that valid values of `shape` describe. */
  readonly toFault: (values: Values) => Fault;
};

type Values = Readonly<Record<string, unknown>>;

/**
 * The parts of a grammar: `Value` is the type of its key's value, `Beside` the shape of the keys
 * next to it.
 */
export type FaultGrammarParts<OwnFault extends Fault, Value, Beside extends z.ZodRawShape> = {
  readonly value: z.ZodType<Value> | ((errorCodes: readonly string[]) => z.ZodType<Value>);
  readonly beside?: Beside;
  readonly phases: FaultPhases | ((value: unknown) => FaultPhases);
  /** The fault's parameters: everything but its kind. */
  readonly toFault: (value: Value, beside: z.output<z.ZodObject<Beside>>) => Omit<OwnFault, "kind">;
};

/** Makes the grammar of a kind of fault from its parts. */
export function faultGrammar<OwnFault extends Fault, Value, Beside extends z.ZodRawShape>(
  { kind: name, docs }: FaultKind<OwnFault>,
  { value, beside, phases, toFault }: FaultGrammarParts<NoInfer<OwnFault>, Value, Beside>,
): FaultGrammar {
  return (errorCodes) => ({
    name,
    shape: {
      [name]: optional(typeof value === "function" ? value(errorCodes) : value, `Fault: ${docs}`),
      ...beside,
    },
    phases: (values) => (typeof phases === "function" ? phases(values[name]) : phases),
    toFault: (values) => ({
      kind: name,
      ...toFault(values[name] as Value, values as z.output<z.ZodObject<Beside>>),
    }),
  });
}

/**
 * The phases of a fault that replaces the service or, after the service has done its work, its
 * response.
 */
export const BOTH_PHASES: FaultPhases = ["request", "response"];

/** The phases of a fault that changes the response after the service has done its work. */
export const RESPONSE_ONLY: FaultPhases = ["response"];

/** The phases of a fault that replaces the service. */
export const REQUEST_ONLY: FaultPhases = ["request"];
