import { builtinScenarioDir, vocabularyOf } from "../load-scenario.ts";
import { listScenarios } from "../scenario/load-scenario.ts";
import { loadBaseDocument } from "../spec/load.ts";

/** What `batch-sim scenarios` prints: a line each, name and what happens. */
export async function scenarioList(): Promise<string> {
  const scenarios = await listScenarios({
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(await loadBaseDocument()),
  });
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  return scenarios
    .map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`)
    .join("");
}
