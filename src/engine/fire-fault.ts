import type { FaultHits, FaultRule } from "../core/fault-rule.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { Firing } from "../faults/firing.ts";
import {
  type FaultCall,
  type FaultSelection,
  selectFault,
  selectNext,
} from "../faults/select-fault.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { callKey } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";

/** A call, and the rules that could fire on it. */
export type FaultableCall = {
  readonly rules: readonly FaultRule[];
  readonly call: Omit<FaultCall, "nth">;
  readonly matches: ConditionMatcher;
};

/** A fault that fires on a call. */
export type FiredFault = {
  readonly firing: Firing;
  /** Reverts the firing because it had no effect, and fires the next due rule, if any, in the same transaction. */
  readonly passOn: () => FiredFault | undefined;
};

/** The fault that fires on a call, if any. The call and each rule's matches and firings have been counted when this returns. */
export function fireFault(
  sandbox: Sandbox,
  { rules, call, matches }: FaultableCall,
): FiredFault | undefined {
  const { operationId, jobId } = call;
  return sandbox.transact(({ calls, faultHits }) => {
    const nth = (calls.get(callKey(operationId, jobId)) ?? 0) + 1;
    const numbered = { ...call, nth };
    const context = { seed: sandbox.seed, hits: faultHits, matches };
    const selection = selectFault(rules, numbered, context);
    const about = jobId === undefined ? {} : { jobId };
    const counted: StateEvent[] = [{ kind: "callCounted", operationId, ...about, nth }];
    return {
      events: [...counted, ...changesOf(faultHits, selection.hits)],
      result: firedFault(sandbox, { call: numbered, matches }, selection),
    };
  });
}

type NumberedCall = { readonly call: FaultCall; readonly matches: ConditionMatcher };

function firedFault(
  sandbox: Sandbox,
  { call, matches }: NumberedCall,
  { firing, preempted }: FaultSelection,
): FiredFault | undefined {
  if (firing === undefined) return undefined;
  const passOn = (): FiredFault | undefined =>
    sandbox.transact(({ faultHits }) => {
      const context = { seed: sandbox.seed, hits: faultHits, matches };
      const selection = selectNext({ firing, preempted }, call, context);
      return {
        events: changesOf(faultHits, selection.hits),
        result: firedFault(sandbox, { call, matches }, selection),
      };
    });
  return { firing, passOn };
}

function changesOf(before: FaultHits, after: FaultHits): StateEvent[] {
  return [...after]
    .filter(([rule, hits]) => before.get(rule) !== hits)
    .map(([rule, hits]) => ({ kind: "ruleCounted", rule, hits }));
}
