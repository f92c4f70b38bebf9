import type { ScenarioSummary } from "../reports.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/**
 * Lists the built-in scenarios.
 *
 * @method scenario.list()
 */
export const listScenariosVerb: Verb<NoArguments, readonly ScenarioSummary[]> = defineVerb({
  route: {
    method: "GET",
    path: "/scenarios",
    isOfServer: true,
    summary: "List the built-in scenarios",
  },
  arguments: takesNothing,
  act: async ({ host }) => {
    const scenarios = await host.scenarios.builtin();
    return scenarios.map(({ name, description, goodClient }) => ({
      name,
      description,
      goodClient,
    }));
  },
});
