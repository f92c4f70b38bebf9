import type { FaultRule } from "../../core/fault-rule.ts";
import { mayFindNothing } from "../../faults/find-kind.ts";
import { isOn } from "../../faults/select-fault.ts";
import type { Sandbox } from "../../state/sandbox.ts";

/** A firing that may still be reverted, because its fault has not seen the response yet. */
type OpenFiring = { readonly rule: FaultRule; readonly settled: Promise<void> };

const OPEN = new WeakMap<Sandbox, Set<OpenFiring>>();

/**
 * Resolves once no open firing takes the last of a rule's `times` that a call of the operation
 * might get. Concurrent calls therefore get the same faults as the same calls one after another.
 * Undefined if all firings are settled.
 */
export function untilSettled(sandbox: Sandbox, operationId: string): Promise<void> | undefined {
  const open = OPEN.get(sandbox);
  return open === undefined || open.size === 0 ? undefined : settledIn(open, sandbox, operationId);
}

async function settledIn(
  open: ReadonlySet<OpenFiring>,
  sandbox: Sandbox,
  operationId: string,
): Promise<void> {
  for (;;) {
    const last = [...open].find(({ rule }) => isOn(rule, operationId) && isUsedUp(sandbox, rule));
    if (last === undefined) return;
    await last.settled;
  }
}

/** Marks a firing as open if its fault may change nothing; the returned function settles it. */
export function openFiring(sandbox: Sandbox, rule: FaultRule): () => void {
  if (rule.times === undefined || !mayFindNothing(rule.fault)) return () => {};
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const firing = { rule, settled };
  const open = OPEN.get(sandbox) ?? new Set();
  OPEN.set(sandbox, open.add(firing));
  return () => {
    open.delete(firing);
    settle();
  };
}

function isUsedUp(
  sandbox: Sandbox,
  { name, times = Number.POSITIVE_INFINITY }: FaultRule,
): boolean {
  return (sandbox.state.faultHits.get(name)?.fired ?? 0) >= times;
}
