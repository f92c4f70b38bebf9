import { isJsonObject } from "../core/json.ts";
import { isScenarioText } from "../core/scenario-source.ts";
import type { SimulatorOptions } from "../options/options.ts";
import type { StagedScenario, Staging } from "./staging.ts";

/** The text of a scenario that is not named; undefined for a name or a path. */
export function scenarioTextOf(scenario: SimulatorOptions["scenario"]): string | undefined {
  if (typeof scenario === "string") return isScenarioText(scenario) ? scenario : undefined;
  return isJsonObject(scenario) ? JSON.stringify(scenario, null, 2) : undefined;
}

/** Stages the scenario that a simulator is started with. */
export function stageGiven(
  staging: Staging,
  text: string | undefined,
  named: string,
): Promise<StagedScenario> {
  return text === undefined ? staging.stage(named) : staging.stageText(text);
}
