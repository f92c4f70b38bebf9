import type { Scenario } from "../../core/scenario.ts";
import { placeDatasets } from "../../engine/place-datasets.ts";
import type { Scope } from "../host.ts";
import type { ScenarioSummary } from "../reports.ts";
import type { ArgumentsOf } from "../verb.ts";

/** The scenario in force. */
export function getScenario({ sandbox }: Scope): Scenario {
  return sandbox.scenario;
}

/** Puts a scenario into force, once all of it has been found right. */
export async function putScenario(
  { host, sandbox }: Scope,
  { scenario: source }: ArgumentsOf<"putScenario">,
): Promise<Scenario> {
  const scenario = await host.scenarios.read(source);
  sandbox.play(scenario);
  sandbox.forgetCalls();
  placeDatasets(sandbox, host.scenarios.datasetsOf(scenario));
  return scenario;
}

/** The built-in scenarios, by name. */
export async function listScenarios({ host }: Scope): Promise<readonly ScenarioSummary[]> {
  const scenarios = await host.scenarios.builtin();
  return scenarios.map(({ name, description, goodClient }) => ({ name, description, goodClient }));
}
