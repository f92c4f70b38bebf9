import type { Scenario } from "../../core/scenario.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Shows the scenario in effect.
 *
 * @method scenario.get()
 */
export const getScenarioVerb: Verb<NoArguments, Scenario> = defineVerb({
  route: "GET /scenario",
  summary: "Show the scenario in effect",
  act: ({ sandbox }) => sandbox.state.scenario,
});
