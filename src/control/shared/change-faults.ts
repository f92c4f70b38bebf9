import type { FaultRule } from "../../core/fault-rule.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FaultInput } from "../../core/scenario-input.ts";
import type { VerbScope } from "../host.ts";

/** How to change a scenario's fault rules. */
export type FaultsChange = {
  /** The new rules as written; they come first. */
  readonly added: readonly FaultInput[];
  /** Throws if the scenario doesn't allow the change. */
  readonly change: (scenario: Scenario) => readonly FaultRule[];
};

/** Changes the fault rules of a sandbox's scenario, and notes its new text. */
export async function changeFaults(
  { host, sandbox }: Pick<VerbScope, "host" | "sandbox">,
  { added, change }: FaultsChange,
): Promise<void> {
  const before = sandbox.scenario;
  const after = { ...before, faults: change(before) };
  await host.scenarios.noteChange({ before, after, added });
  sandbox.transact(({ scenario }) => {
    // Another change may have come first.
    const next = scenario === before ? after : { ...scenario, faults: change(scenario) };
    return { events: [{ kind: "scenarioPlayed", scenario: next }], result: undefined };
  });
}
