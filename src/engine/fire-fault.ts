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
   * Reverts the firing because it had no effect, and fires the next due rule, if any.
   */
  readonly passOn: () => FiredFault;
};

/**
 * The fault that fires on a call, if any. The call and each rule's matches and firings have been
 * counted when this returns.
 */
export function fireFault(sandbox: Sandbox, { rules, call, matches }: FaultableCall): FiredFault {
  const { operationId, jobId } = call;
  const { calls, faultHits: hits } = sandbox.state;
  const nth = (calls.get(callKey(operationId, jobId)) ?? 0) + 1;
  const numbered = { ...call, nth };
  const selection = selectFault(rules, numbered, { seed: sandbox.seed, hits, matches });
  const about = jobId === undefined ? {} : { jobId };
  sandbox.record(
    { kind: "callCounted", operationId, ...about, nth },
    ...changesOf(hits, selection.hits),
  );
  return firedFault(sandbox, { call: numbered, matches }, selection);
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
  const passOn = (): FiredFault => {
    const { faultHits: hits } = sandbox.state;
    const next = selectNext(selection, call, { seed: sandbox.seed, hits, matches });
    sandbox.record(...changesOf(hits, next.hits));
    return firedFault(sandbox, { call, matches }, next);
  };
  return { firing, checks, passOn };
}

function changesOf(before: FaultHits, after: FaultHits): StateEvent[] {
  return [...after]
    .filter(([rule, hits]) => before.get(rule) !== hits)
    .map(([rule, hits]) => ({ kind: "ruleCounted", rule, hits }));
}
