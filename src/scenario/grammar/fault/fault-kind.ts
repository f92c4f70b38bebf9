import type { z } from "zod";
import type { Fault, FaultPhase } from "../../../core/faults/fault.ts";
import { optional } from "../values.ts";

/** The phases that a fault can come in, the usual one first. */
export type FaultPhases = readonly [FaultPhase, ...FaultPhase[]];

/** How one kind of fault is written: the key that names it, and the keys that go with it. */
export type FaultKind = {
  readonly name: Fault["kind"];
  /** The key `name` and those beside it. */
  readonly shape: z.ZodRawShape;
  /** The phases of the fault that the values of `shape` describe; they may not be valid. */
  readonly phases: (values: Values) => FaultPhases;
  /** The fault that valid values of `shape` describe. */
  readonly toFault: (values: Values) => Fault;
};

type Values = Readonly<Record<string, unknown>>;

/** What makes a kind of fault: `Value` is what its key holds, `Beside` what the keys beside it do. */
export type FaultKindParts<Value, Beside extends z.ZodRawShape> = {
  readonly name: Fault["kind"];
  /** What happens, for the one who writes the key. */
  readonly description: string;
  readonly value: z.ZodType<Value>;
  readonly beside?: Beside;
  readonly phases: FaultPhases | ((value: unknown) => FaultPhases);
  readonly toFault: (value: Value, beside: z.output<z.ZodObject<Beside>>) => Fault;
};

/** A kind of fault made of its parts. */
export function faultKind<Value, Beside extends z.ZodRawShape>(
  parts: FaultKindParts<Value, Beside>,
): FaultKind {
  const { name, phases } = parts;
  return {
    name,
    shape: { [name]: optional(parts.value, `Fault: ${parts.description}`), ...parts.beside },
    phases: (values) => (typeof phases === "function" ? phases(values[name]) : phases),
    toFault: (values) =>
      parts.toFault(values[name] as Value, values as z.output<z.ZodObject<Beside>>),
  };
}

/** Of a fault that stands in for the service or, after it did its work, for its answer. */
export const BOTH_PHASES: FaultPhases = ["request", "response"];

/** Of a fault that spoils the answer to what the service did. */
export const RESPONSE_ONLY: FaultPhases = ["response"];

/** Of a fault that stands in for the service. */
export const REQUEST_ONLY: FaultPhases = ["request"];
