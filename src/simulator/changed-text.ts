import { readFile } from "node:fs/promises";
import { isScenarioFile } from "../core/is-scenario-file.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import type { Scenario } from "../core/scenario.ts";
import type { FaultInput } from "../core/scenario-input.ts";
import { readYaml } from "../yaml/yaml-source.ts";
import { builtinScenarioDir } from "./open-scenario.ts";
import type { ScenarioOrigin } from "./staging.ts";

/** A scenario whose fault rules a test changed. */
export type FaultChange = {
  readonly before: Scenario;
  readonly after: Scenario;
  /** The new rules as written; they come first in `after`. */
  readonly added: readonly FaultInput[];
};

/**
 * The text of a changed scenario, with the rules' names, because draws depend on them. Undefined if
 * the original text can't be read, or is not the text of `before`.
 */
export async function changedText(
  { before, after, added }: FaultChange,
  origin: ScenarioOrigin,
): Promise<string | undefined> {
  const data = readYaml(await textOf(origin)).data ?? {};
  if (!isJsonObject(data)) return undefined;
  const { faults = [] } = data;
  if (!Array.isArray(faults) || faults.length !== before.faults.length) return undefined;
  const kept = after.faults.slice(added.length).map((rule) => faults[before.faults.indexOf(rule)]);
  const written = [...added, ...kept] as readonly JsonObject[];
  const named = written.map((rule, index) => ({ ...rule, name: after.faults[index]?.name }));
  return JSON.stringify({ ...data, faults: named }, null, 2);
}

async function textOf(origin: ScenarioOrigin): Promise<string> {
  if ("text" in origin) return origin.text;
  const { nameOrFile } = origin;
  const isFile = isScenarioFile(nameOrFile);
  return readFile(isFile ? nameOrFile : `${builtinScenarioDir()}/${nameOrFile}.yaml`, "utf8");
}
