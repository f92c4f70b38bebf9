import { readFile } from "node:fs/promises";
import { SimulatorError } from "./core/errors.ts";
import type { JsonObject } from "./core/json.ts";
import type { SchemaMatcher } from "./core/profile-rule.ts";
import type { Scenario } from "./core/scenario.ts";
import { isBuilt, packageFile } from "./package-file.ts";
import type { Vocabulary } from "./scenario/vocabulary.ts";
import { assumptionsOf } from "./spec/assumption.ts";
import { checkOpenValues, valuesOf } from "./spec/check-assumptions.ts";
import { asObject, operationsOf } from "./spec/place.ts";

/** The words of a document that scenarios may use. */
export function vocabularyOf(document: JsonObject): Vocabulary {
  const entries = assumptionsOf(document).map((entry) => {
    return [
      entry.id,
      { question: entry.question, values: valuesOf(entry) ?? ("any" as const) },
    ] as const;
  });
  return {
    operationIds: operationsOf(document).map(({ operation }) => String(operation["operationId"])),
    assumptions: Object.fromEntries(entries),
  };
}

/** Where the scenarios that ship with this package lie. */
export function builtinScenarioDir(): string {
  return packageFile("scenarios");
}

/**
 * The built-in scenario of a name, or the one in a file. The built program has its own scenarios parsed already: the YAML
 * parser and the grammar are loaded only for somebody's file.
 */
export async function openScenario(nameOrFile: string, document: JsonObject): Promise<Scenario> {
  const compiled = isBuilt ? await compiledScenarios() : {};
  const known = Object.hasOwn(compiled, nameOrFile) ? compiled[nameOrFile] : undefined;
  if (known !== undefined) return known;
  const { loadScenario } = await import("./scenario/load-scenario.ts");
  return loadScenario(nameOrFile, {
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(document),
  });
}

async function compiledScenarios(): Promise<Readonly<Record<string, Scenario>>> {
  return JSON.parse(await readFile(packageFile("dist", "scenarios.json"), "utf8"));
}

/** Whether any condition of a scenario, or any of its assumptions, needs a validator of JSON Schema. */
export function needsMatcher(scenario: Scenario, document: JsonObject): boolean {
  const open = assumptionsOf(document).filter((entry) => entry.value !== undefined);
  return (
    scenario.profiles.some(({ when }) => when?.request !== undefined) ||
    scenario.faults.some(({ when }) => when?.header ?? when?.query ?? when?.body) ||
    open.some(({ id }) => id in scenario.assumptions)
  );
}

/** Throws a SimulatorError where a value of an assumption is not of the form that the document describes. */
export function requireOpenValues(
  scenario: Scenario,
  document: JsonObject,
  matches: SchemaMatcher,
): void {
  const issues = checkOpenValues(assumptionsOf(document), scenario.assumptions, matches);
  if (issues.length === 0) return;
  throw new SimulatorError("SIM_ASSUMPTION", issues.map(({ message }) => message).join("\n"), {
    issues,
  });
}

/** The version of this package. */
export async function packageVersion(): Promise<string> {
  return String(
    asObject(JSON.parse(await readFile(packageFile("package.json"), "utf8")))["version"],
  );
}
