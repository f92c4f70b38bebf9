import { SimulatorError } from "../../core/errors.ts";
import type { FaultRule } from "../../core/fault-rule.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import type { Scenario } from "../../core/scenario.ts";
import { changeFaults } from "../shared/faults.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Removes a rule by its name. Rejects if no rule has that name.
 *
 * @method faults.remove(name: string)
 */
export const removeFaultVerb: Verb<{ readonly name: string }, void> = defineVerb({
  route: "DELETE /faults/{name}",
  summary: "Remove a fault rule",
  example: { name: "busy" },
  arguments: ({ keys, line }) => keys({ name: line.meta({ description: "The rule's name." }) }),
  act: (scope, { name }) => {
    const change = (scenario: Scenario): readonly FaultRule[] => {
      const faults = scenario.faults.filter((rule) => rule.name !== name);
      if (faults.length === scenario.faults.length) throw unknownFault(scenario, name);
      return faults;
    };
    return changeFaults(scope, [], change);
  },
});

function unknownFault({ faults }: Scenario, name: string): SimulatorError {
  const names = faults.map((rule) => rule.name);
  const others =
    names.length === 0 ? "The sandbox has no fault rules." : `Existing rules: ${listed(names)}.`;
  return new SimulatorError(
    "SIM_UNKNOWN_FAULT",
    `Failed to find the fault rule \`${name}\`: no rule has that name.${suggestion(name, names, others)}`,
  );
}
