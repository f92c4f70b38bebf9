import type { FaultHits, FaultRule, RuleCheck } from "../core/fault-rule.ts";
import type { ConditionMatcher } from "../core/profile-rule.ts";
import type { FaultCall, Firing } from "../faults/fault-call.ts";
import { type FaultSelection, selectFault, selectNext } from "../faults/select-fault.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { callKey } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";

export type FaultableCall = {
  readonly rules: readonly FaultRule[];
  readonly call: Omit<FaultCall, "nth">;
  readonly matches: ConditionMatcher;
};

export type FiredFault = {
  readonly firing: Firing | undefined;
  readonly checks: readonly RuleCheck[];
  /**
   * Reverts the firing because it had no effect, and fires the next due rule, if any, in the same
   * transaction.
   */
  readonly passOn: () => FiredFault;
};

/**
 * The fault that fires on a call, if any. The call and each rule's matches and firings have been
 * counted when this returns.
 */
export function fireFault(sandbox: Sandbox, { rules, call, matches }: FaultableCall): FiredFault {
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
  selection: FaultSelection,
): FiredFault {
  const { firing } = selection;
  const checks = [...selection.checks].map(([rule, unmet]) =>
    unmet === undefined ? { rule } : { rule, unmet },
  );
  const passOn = (): FiredFault =>
    sandbox.transact(({ faultHits }) => {
      const context = { seed: sandbox.seed, hits: faultHits, matches };
      const next = selectNext(selection, call, context);
      return {
        events: changesOf(faultHits, next.hits),
        result: firedFault(sandbox, { call, matches }, next),
      };
    });
  return { firing, checks, passOn };
}

function changesOf(before: FaultHits, after: FaultHits): StateEvent[] {
  return [...after]
    .filter(([rule, hits]) => before.get(rule) !== hits)
    .map(([rule, hits]) => ({ kind: "ruleCounted", rule, hits }));
}
