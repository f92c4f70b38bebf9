import { SimulatorError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Removes a fault rule. */
export const removeFaultVerb: Verb<{ readonly name: string }, void> = defineVerb({
  route: { method: "DELETE", path: "/faults/{name}", summary: "Remove a fault rule" },
  arguments: ({ keys, line }) => keys({ name: line.meta({ description: "The rule's name." }) }),
  response: ({ noResponse }) => noResponse,
  act: ({ sandbox }, { name }) => {
    const { faults } = sandbox.scenario;
    const rest = faults.filter((rule) => rule.name !== name);
    if (rest.length === faults.length) throw unknownFault(sandbox, name);
    sandbox.play({ ...sandbox.scenario, faults: rest });
  },
});

function unknownFault({ scenario }: Sandbox, name: string): SimulatorError {
  const names = scenario.faults.map((rule) => rule.name);
  const near = nearest(name, names);
  const known =
    names.length === 0
      ? "There are none."
      : `There are ${names.map((known) => `\`${known}\``).join(", ")}.`;
  const hint = near === undefined ? known : `Did you mean \`${near}\`?`;
  return new SimulatorError(
    "SIM_UNKNOWN_FAULT",
    `Failed to find the fault rule \`${name}\`: none of that name is in force. ${hint}`,
  );
}
