import type { Fault } from "../core/fault-rule.ts";
import type { FaultFacts, FaultKind, FaultTraits } from "./fault-kind.ts";
import * as FAULT_KINDS from "./fault-kinds.ts";

const KINDS: Readonly<Record<string, unknown>> = FAULT_KINDS;

/** The kind of fault with this name. Throws a TypeError if there is none. */
export function findKind(name: string): FaultKind {
  // The compiler can't see that each kind's functions are called only for faults of that kind.
  const kind = KINDS[name] as FaultKind | undefined;
  if (kind === undefined) throw new TypeError(`Expected a kind of fault, got \`${name}\`.`);
  return kind;
}

export function traitsOf(kind: string): FaultTraits {
  return findKind(kind).traits;
}

export function factsOf(fault: Fault): FaultFacts {
  return findKind(fault.kind).factsOf?.(fault) ?? {};
}

/** Whether a fault may have nothing to change, in which case its firing is reverted. */
export function mayFindNothing(fault: Fault): boolean {
  return factsOf(fault).isSelective ?? traitsOf(fault.kind).isSelective === true;
}
