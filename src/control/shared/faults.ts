import type { FaultRule } from "../../core/fault-rule.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FaultInput } from "../../core/scenario-input.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { VerbScope } from "../host.ts";
import type { FaultReport } from "../reports.ts";

/** All fault rules of a sandbox, in the order in which they are tried. */
export function faultReports(sandbox: Sandbox): readonly FaultReport[] {
  return sandbox.state.scenario.faults.map((rule) => faultReport(sandbox, rule));
}

export function faultReport({ state }: Sandbox, rule: FaultRule): FaultReport {
  const { matched, fired } = state.faultHits.get(rule.name) ?? { matched: 0, fired: 0 };
  return { rule, matched, fired };
}

/** Replaces the fault rules. `added` contains new rules in scenario syntax; `change` may throw. */
export async function changeFaults(
  { host, sandbox }: VerbScope,
  added: readonly FaultInput[],
  change: (scenario: Scenario) => readonly FaultRule[],
): Promise<void> {
  const before = sandbox.state.scenario;
  const after = { ...before, faults: change(before) };
  await host.scenarios.noteChange({ before, after, added });
  const { scenario } = sandbox.state;
  // Another change may have been made in the meantime.
  const next = scenario === before ? after : { ...scenario, faults: change(scenario) };
  sandbox.record({ kind: "scenarioPlayed", scenario: next });
}
