import { loadBuiltInScenarios } from "../../scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../simulator/base-document.ts";
import { builtinScenarioDir, vocabularyOf } from "../../simulator/open-scenario.ts";

/** What `batch-sim scenarios` prints: one line for each scenario, with its name and what happens. */
export async function scenarioList(): Promise<string> {
  const scenarios = await loadBuiltInScenarios({
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(await loadBaseDocument()),
  });
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  return scenarios
    .map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`)
    .join("");
}
