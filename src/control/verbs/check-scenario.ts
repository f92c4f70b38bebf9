import type { ScenarioRemark } from "../reports.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Checks a scenario's YAML as `batch-sim lint` does, and reports in the same order. The scenario is
 * not applied.
 *
 * @method scenario.check(scenario: string)
 */
export const checkScenarioVerb: Verb<{ readonly scenario: string }, readonly ScenarioRemark[]> =
  defineVerb({
    route: "POST /scenario/check",
    summary: "Check a scenario as `batch-sim lint` does, without putting it into effect",
    isOfServer: true,
    body: { textOf: "scenario" },
    example: { scenario: "faults: []" },
    arguments: ({ keys, z }) =>
      keys({ scenario: z.string().meta({ description: "The scenario as YAML text." }) }),
    act: ({ host }, { scenario }) => host.scenarios.check(scenario),
  });
