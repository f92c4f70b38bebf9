import type { Scenario } from "../../core/scenario.ts";
import { clockNotes } from "../../scenario/lint/clock-notes.ts";
import { loadBuiltInScenarios } from "../../scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../simulator/base-document.ts";
import { builtinScenarioDir, vocabularyOf } from "../../simulator/open-scenario.ts";

/** What `batch-sim scenarios` prints: each scenario's name, what happens, and on which clocks clients hardly notice it. */
export async function scenarioList(): Promise<string> {
  const scenarios = await loadBuiltInScenarios({
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(await loadBaseDocument()),
  });
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  return scenarios.map((scenario) => entry(scenario, width)).join("");
}

function entry(scenario: Scenario, width: number): string {
  const notes = clockNotes(scenario).map(({ message }) => message);
  const lines = [scenario.description, ...notes];
  return lines
    .map((line, index) => `${(index === 0 ? scenario.name : "").padEnd(width)}  ${line}\n`)
    .join("");
}
