import { SimulatorError } from "../../core/errors.ts";
import type { FaultRule } from "../../core/faults/fault.ts";
import { nearest } from "../../core/nearest.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { Scope } from "../host.ts";
import type { FaultReport } from "../reports.ts";
import type { ArgumentsOf } from "../verb.ts";

/** All rules, in the order in which they are tried. */
export function listFaults({ sandbox }: Scope): readonly FaultReport[] {
  return sandbox.scenario.faults.map((rule) => reportOf(sandbox, rule));
}

/** The rules that never fired. */
export function unusedFaults(scope: Scope): readonly FaultReport[] {
  return listFaults(scope).filter(({ fired }) => fired === 0);
}

/** Puts rules before those that are there, so that they are tried first. */
export async function addFaults(
  { host, sandbox }: Scope,
  { faults }: ArgumentsOf<"addFaults">,
): Promise<readonly FaultReport[]> {
  const rules = await host.scenarios.readRules(faults, sandbox.scenario.faults.length);
  const taken = new Set(sandbox.scenario.faults.map(({ name }) => name));
  const issues = rules.flatMap(({ name }, index) => {
    if (!taken.has(name)) return [];
    const message = `Expected \`faults.${index}.name\` to be a name of its own, got \`${name}\`, which a rule in force has.`;
    return [{ path: `faults.${index}.name`, message }];
  });
  if (issues.length > 0) {
    const message = issues.map((issue) => issue.message).join("\n");
    throw new SimulatorError("SIM_ARGUMENT", message, { issues });
  }
  sandbox.play({ ...sandbox.scenario, faults: [...rules, ...sandbox.scenario.faults] });
  return rules.map((rule) => reportOf(sandbox, rule));
}

/** Removes a rule. */
export function removeFault({ sandbox }: Scope, { name }: ArgumentsOf<"removeFault">): void {
  const { faults } = sandbox.scenario;
  const rest = faults.filter((rule) => rule.name !== name);
  if (rest.length === faults.length) throw unknownFault(sandbox, name);
  sandbox.play({ ...sandbox.scenario, faults: rest });
}

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

function reportOf({ faultHits }: Sandbox, rule: FaultRule): FaultReport {
  const { matched, fired } = faultHits.get(rule.name) ?? { matched: 0, fired: 0 };
  return { rule, matched, fired };
}
