import type { Scenario } from "../../core/scenario.ts";
import type { ScenarioSource } from "../../core/scenario-source.ts";
import { datasetEvents } from "../../engine/datasets.ts";
import { scenarioEndpointEvents } from "../../engine/webhooks/new-endpoint.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Replaces the scenario for future jobs and calls.
 *
 * @method scenario.put(scenario: ScenarioSource)
 */
export const putScenarioVerb: Verb<{ readonly scenario: ScenarioSource }, Scenario> = defineVerb({
  route: "PUT /scenario",
  summary: "Put a scenario into effect for future jobs and calls",
  body: { textOf: "scenario" },
  example: { scenario: "happy-path" },
  arguments: ({ keys, scenarioSource }) => keys({ scenario: scenarioSource }),
  act: async ({ host, sandbox }, { scenario: source }) => {
    const scenario = await host.scenarios.read(source);
    const datasets = host.scenarios.datasetsOf(scenario);
    sandbox.record(
      ...scenarioEndpointEvents(sandbox, scenario),
      { kind: "scenarioPlayed", scenario },
      { kind: "countersForgotten" },
      ...datasetEvents(sandbox, datasets),
    );
    return scenario;
  },
});
