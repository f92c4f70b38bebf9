import type { z } from "zod";
import type { Fault, FaultPhase } from "../../core/fault.ts";

/** How one kind of fault is written: the key that names it, and the keys that go with it. */
export type FaultKind = {
  readonly name: Fault["kind"];
  readonly shape: z.ZodRawShape;
  /** The phases that it can come in, the usual one first. */
  readonly phases: readonly [FaultPhase, ...FaultPhase[]];
  /** The fault that the values of `shape` describe. */
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
