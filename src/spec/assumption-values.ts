import type { Issue } from "../core/errors.ts";
import type { Assumptions } from "../core/job/facts.ts";
import { CONDITION_STEPS, type ConditionMatcher } from "../core/profile-rule.ts";
import type { Assumption } from "./assumptions-of.ts";

/** The values that an assumption can have; undefined if they can't be listed. */
export function valuesOf(assumption: Assumption): readonly Assumption["default"][] | undefined {
  if (assumption.value !== undefined) return undefined;
  return [assumption.default, ...assumption.alternatives, ...assumption.deviations];
}

/** Problems with the values of assumptions that describe them with a schema. */
export function checkOpenValues(
  registry: readonly Assumption[],
  given: Assumptions,
  matches: ConditionMatcher,
): Issue[] {
  return registry.flatMap((entry) => {
    const value = given[entry.id];
    if (entry.value === undefined || value === undefined) return [];
    const check = { rule: `the assumption \`${entry.id}\``, budget: { steps: CONDITION_STEPS } };
    if (matches(entry.value, value, check)) return [];
    const forms = [entry.default, ...entry.alternatives]
      .map((form) => `\`${String(form)}\``)
      .join(" or ");
    const message = `Expected the assumption \`${entry.id}\` to be ${forms}, got \`${JSON.stringify(value)}\`.`;
    return [{ path: `assumptions.${entry.id}`, message }];
  });
}
