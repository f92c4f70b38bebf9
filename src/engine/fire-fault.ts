import type { FaultRule } from "../core/faults/fault.ts";
import type { Firing } from "../core/faults/firing.ts";
import { type FaultCall, selectFault, withoutFiring } from "../core/faults/select-fault.ts";
import type { SchemaMatcher } from "../core/profile-rule.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { callKey } from "../state/sandbox-state.ts";
import type { StateEvent } from "../state/state-event.ts";

/** A call, and the rules that could fire on it. */
export type FaultableCall = {
  readonly rules: readonly FaultRule[];
  readonly call: Omit<FaultCall, "nth">;
  readonly matches: SchemaMatcher;
};

/** The fault that fires on a call, if any. The call and what it means for each rule have been counted when this returns. */
export function fireFault(
  sandbox: Sandbox,
  { rules, call, matches }: FaultableCall,
): Firing | undefined {
  const { operationId, jobId } = call;
  return sandbox.transact(({ calls, faultHits }) => {
    const nth = (calls.get(callKey(operationId, jobId)) ?? 0) + 1;
    const context = { seed: sandbox.seed, hits: faultHits, matches };
    const { firing, hits } = selectFault(rules, { ...call, nth }, context);
    const counted: StateEvent[] = [...hits]
      .filter(([rule, each]) => faultHits.get(rule) !== each)
      .map(([rule, each]) => ({ kind: "ruleCounted", rule, hits: each }));
    const about = jobId === undefined ? {} : { jobId };
    return { events: [{ kind: "callCounted", operationId, ...about }, ...counted], result: firing };
  });
}

/** Takes a firing back because the fault found nothing to spoil: its rule can still fire that often. */
export function takeBack(sandbox: Sandbox, firing: Firing): void {
  const rule = firing.rule.name;
  sandbox.transact(({ faultHits }) => {
    const hits = withoutFiring(faultHits, firing).get(rule);
    const events: StateEvent[] = hits === undefined ? [] : [{ kind: "ruleCounted", rule, hits }];
    return { events, result: undefined };
  });
}
