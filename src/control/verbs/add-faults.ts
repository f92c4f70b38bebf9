import { issuesError } from "../../core/errors.ts";
import type { FaultRule } from "../../core/fault-rule.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FaultInput } from "../../core/scenario-input.ts";
import type { FaultReport } from "../reports.ts";
import { changeFaults, faultReport } from "../shared/faults.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = { readonly faults: readonly FaultInput[] };

/**
 * Adds fault rules, written as in a scenario, before the existing rules. Resolves with the new
 * rules and their names.
 *
 * @method faults.add(...faults: readonly FaultInput[])
 */
export const addFaultsVerb: Verb<Arguments, readonly FaultReport[]> = defineVerb({
  route: "POST /faults",
  summary: "Add fault rules before the existing rules",
  body: "json",
  example: { faults: [{ on: "getResults", truncate: { atBytes: 5 } }] },
  arguments: ({ z, jsonObject, keys, partly }) =>
    keys({
      faults: z
        // The OpenAPI document refers to the fault rules' schema here.
        .array(partly<FaultInput>(jsonObject.meta({ $ref: "#/components/schemas/FaultRule" })))
        .min(1)
        .readonly()
        .meta({ description: "Fault rules, written as in a scenario." }),
    }),
  act: async (scope, { faults }) => {
    const { host, sandbox } = scope;
    const rules = await host.scenarios.readRules(faults, sandbox.state.scenario.faults.length);
    const change = (scenario: Scenario): readonly FaultRule[] => {
      requireOwnNames(rules, scenario.faults);
      return [...rules, ...scenario.faults];
    };
    await changeFaults(scope, faults, change);
    return rules.map((rule) => faultReport(sandbox, rule));
  },
});

function requireOwnNames(rules: readonly FaultRule[], existing: readonly FaultRule[]): void {
  const taken = new Set(existing.map(({ name }) => name));
  const issues = rules.flatMap(({ name }, index) => {
    if (!taken.has(name)) return [];
    const message = `Expected \`faults.${index}.name\` to be a unique name, got \`${name}\`, the name of an existing rule.`;
    return [{ path: `faults.${index}.name`, message }];
  });
  if (issues.length > 0) throw issuesError("SIM_ARGUMENT", issues);
}
