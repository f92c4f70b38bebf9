import { isJsonObject, type JsonObject } from "../../core/json.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FaultInput } from "../../core/scenario-input.ts";
import { readYaml } from "../../yaml/yaml-source.ts";

/** A test's change to a scenario's fault rules. */
export type FaultChange = {
  readonly before: Scenario;
  readonly after: Scenario;
  /** The new rules as the test wrote them. They are the first rules in `after`. */
  readonly added: readonly FaultInput[];
};

/**
 * Returns the text of the scenario `after`, given the text of `before`. Adds the rules' default
 * names, because random decisions depend on names. Undefined if `text` doesn't fit `before`.
 */
export function changedText(
  { before, after, added }: FaultChange,
  text: string,
): string | undefined {
  const data = readYaml(text).data ?? {};
  if (!isJsonObject(data)) return undefined;
  const { faults = [] } = data;
  if (!Array.isArray(faults) || faults.length !== before.faults.length) return undefined;
  const kept = after.faults.slice(added.length).map((rule) => faults[before.faults.indexOf(rule)]);
  const written = [...added, ...kept] as readonly JsonObject[];
  const named = written.map((rule, index) => ({ ...rule, name: after.faults[index]?.name }));
  return JSON.stringify({ ...data, faults: named }, null, 2);
}
