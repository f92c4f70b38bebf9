import type { z } from "zod";
import type { Fault, FaultPhase } from "../../../core/faults/fault.ts";
import { optional } from "../values.ts";

/** The phases in which a fault can fire; the default is first. */
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

/** The parts of a kind of fault: `Value` is the type of its key's value, `Beside` the shape of the keys next to it. */
export type FaultKindParts<Value, Beside extends z.ZodRawShape> = {
  readonly name: Fault["kind"];
  /** What the client sees, for editors and docs; without a subject if it is what the client receives. */
  readonly description: string;
  readonly value: z.ZodType<Value>;
  readonly beside?: Beside;
  readonly phases: FaultPhases | ((value: unknown) => FaultPhases);
  readonly toFault: (value: Value, beside: z.output<z.ZodObject<Beside>>) => Fault;
};

/** Makes a kind of fault from its parts. */
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

/** The phases of a fault that replaces the service or, after the service has done its work, its response. */
export const BOTH_PHASES: FaultPhases = ["request", "response"];

/** The phases of a fault that changes the response after the service has done its work. */
export const RESPONSE_ONLY: FaultPhases = ["response"];

/** The phases of a fault that replaces the service. */
export const REQUEST_ONLY: FaultPhases = ["request"];
