import { defined } from "../core/defined.ts";
import type { FaultHits, FaultRule, RuleCheck } from "../core/fault-rule.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { FaultCall, Firing } from "../faults/fault-call.ts";
import { type FaultSelection, selectFault, selectNext } from "../faults/select-fault.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { callKey } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";

export type FiredFault = {
  readonly firing: Firing | undefined;
  readonly checks: readonly RuleCheck[];
  /** Undoes a fault that had no effect, and selects the next fault that fires, if any. */
  readonly passOn: () => FiredFault;
};

/** Selects the fault that fires on a call, if any, and counts the call and each rule's hits. */
export function fireFault(
  sandbox: Sandbox,
  rules: readonly FaultRule[],
  call: Omit<FaultCall, "nth">,
  matches: ConditionMatcher,
): FiredFault {
  const { operationId, jobId } = call;
  const { seed, state } = sandbox;
  const nth = (state.calls.get(callKey(operationId, jobId)) ?? 0) + 1;
  const numbered = { ...call, nth };
  const context = () => ({ seed, hits: state.faultHits, matches });
  const fired = (selection: FaultSelection, ...counted: readonly StateEvent[]): FiredFault => {
    sandbox.record(...counted, ...changesOf(state.faultHits, selection.hits));
    const checks = [...selection.checks].map(([rule, unmet]) => defined({ rule, unmet }));
    const passOn = (): FiredFault => fired(selectNext(selection, numbered, context()));
    return { firing: selection.firing, checks, passOn };
  };
  const selection = selectFault(rules, numbered, context());
  return fired(selection, defined({ kind: "callCounted", operationId, jobId, nth }));
}

function changesOf(before: FaultHits, after: FaultHits): StateEvent[] {
  return [...after]
    .filter(([rule, hits]) => before.get(rule) !== hits)
    .map(([rule, hits]) => ({ kind: "ruleCounted", rule, hits }));
}
