import type { z } from "zod";
import type { Fault, FaultPhase } from "../../core/fault.ts";

/** The phases that a fault can come in, the usual one first. */
export type Phases = readonly [FaultPhase, ...FaultPhase[]];

/** How one kind of fault is written: the key that names it, and the keys that go with it. */
export type FaultKind = {
  readonly name: Fault["kind"];
  readonly shape: z.ZodRawShape;
  /** The phases of the fault that the values of `shape` describe; they may not be valid. */
  readonly phases: (values: Readonly<Record<string, unknown>>) => Phases;
  /** The fault that valid values of `shape` describe. */
  readonly toFault: (values: Readonly<Record<string, unknown>>) => Fault;
};

/** A kind of fault whose `toFault` sees the values by their types. */
export function faultKind<Shape extends z.ZodRawShape>(
  kind: Omit<FaultKind, "shape" | "toFault"> & {
    readonly shape: Shape;
    readonly toFault: (values: z.output<z.ZodObject<Shape>>) => Fault;
  },
): FaultKind {
  return { ...kind, toFault: (values) => kind.toFault(values as z.output<z.ZodObject<Shape>>) };
}

/** A fault that stands in for the service, or for its answer after it did its work. */
export const BOTH_PHASES = (): Phases => ["request", "response"];

/** A fault that spoils the answer to what the service did. */
export const RESPONSE_ONLY = (): Phases => ["response"];

/** A fault that stands in for the service. */
export const REQUEST_ONLY = (): Phases => ["request"];
