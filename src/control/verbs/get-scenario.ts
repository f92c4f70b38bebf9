import type { Scenario } from "../../core/scenario.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Shows the scenario in effect.
 *
 * @method scenario.get()
 */
export const getScenarioVerb: Verb<NoArguments, Scenario> = defineVerb({
  route: { method: "GET", path: "/scenario", summary: "Show the scenario in effect" },
  arguments: takesNothing,
  act: ({ sandbox }) => sandbox.scenario,
});
