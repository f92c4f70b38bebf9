import type { Scenario } from "../../core/scenario.ts";
import { clockNotes } from "../../scenario/lint/clock-notes.ts";
import { loadBuiltInScenarios, readBuiltInText } from "../../scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../simulator/base-document.ts";
import { builtinScenarioDir, vocabularyOf } from "../../simulator/open-scenario.ts";
import { SCENARIO_MODELINE } from "./init-files.ts";

/**
 * The output of `batch-sim scenarios`: each scenario's name, what happens, and on which clocks
 * clients hardly notice it.
 */
export async function scenarioList(format: "text" | "json"): Promise<string> {
  const scenarios = await loadBuiltInScenarios({
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(await loadBaseDocument()),
  });
  if (format === "json") {
    const rows = scenarios.map((scenario) => {
      const { name, description, goodClient } = scenario;
      const notes = clockNotes(scenario).map(({ message }) => message);
      return { name, description, goodClient, notes };
    });
    return `${JSON.stringify(rows, null, 2)}\n`;
  }
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

/**
 * The output of `batch-sim scenarios show`: a built-in scenario's YAML, ready to be copied into a
 * file, or the same data as JSON.
 */
export async function scenarioText(name: string, format: "text" | "json"): Promise<string> {
  const text = await readBuiltInText(name, builtinScenarioDir());
  if (format === "text") return text.replace(/^# yaml-language-server: .*/, SCENARIO_MODELINE);
  const { parse } = await import("yaml");
  return `${JSON.stringify(parse(text), null, 2)}\n`;
}
