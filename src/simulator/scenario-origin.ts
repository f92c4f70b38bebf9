import { readFile } from "node:fs/promises";
import { isScenarioFile } from "../core/scenario-source.ts";
import { builtinScenarioDir } from "./open-scenario.ts";

/** The name or file that a scenario came from, or its text. */
export type ScenarioOrigin = { readonly nameOrFile: string } | { readonly text: string };

/** The YAML of a scenario. Rejects if its file can't be read. */
export async function textOf(origin: ScenarioOrigin): Promise<string> {
  if ("text" in origin) return origin.text;
  const { nameOrFile } = origin;
  const isFile = isScenarioFile(nameOrFile);
  return readFile(isFile ? nameOrFile : `${builtinScenarioDir()}/${nameOrFile}.yaml`, "utf8");
}
