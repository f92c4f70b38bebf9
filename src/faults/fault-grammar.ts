import type { z } from "zod";
import type { Fault } from "../core/fault-rule.ts";
import { optional } from "../scenario/grammar/values.ts";
import type { FaultKind, FaultPhases } from "./fault-kind.ts";

/** The syntax of one kind of fault, for a spec with these error codes. */
export type FaultGrammar = (errorCodes: readonly string[]) => FaultKeys;

/** The keys of one kind of fault: the key that names the kind, and any keys next to that key. */
export type FaultKeys = {
  readonly name: string;
  readonly shape: z.ZodRawShape;
  /** Returns the phases of the fault in `values`, which may be invalid. */
  readonly phases: (values: Values) => FaultPhases;
  readonly toFault: (values: Values) => Fault;
};

export type Values = Readonly<Record<string, unknown>>;

type FaultGrammarParts<Parameters, Value, Beside extends z.ZodRawShape> = {
  readonly value: z.ZodType<Value> | ((errorCodes: readonly string[]) => z.ZodType<Value>);
  readonly beside?: Beside;
  readonly toFault: (value: Value, beside: z.output<z.ZodObject<Beside>>) => Parameters;
};

export function faultGrammar<Parameters, Value, Beside extends z.ZodRawShape>(
  { kind: name, docs, phases }: FaultKind<Parameters>,
  { value, beside, toFault }: FaultGrammarParts<NoInfer<Parameters>, Value, Beside>,
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
