import type { ScenarioSummary } from "../reports.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists the built-in scenarios.
 *
 * @method scenario.list()
 */
export const listScenariosVerb: Verb<NoArguments, readonly ScenarioSummary[]> = defineVerb({
  route: "GET /scenarios",
  summary: "List the built-in scenarios",
  isOfServer: true,
  act: async ({ host }) => {
    const scenarios = await host.scenarios.builtin();
    return scenarios.map(({ name, description, goodClient }) => {
      return { name, description, goodClient };
    });
  },
});
