import { SimulatorError } from "../core/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { Scenario } from "../core/scenario.ts";
import { isScenarioFile } from "../core/scenario-source.ts";
import { foreignNames, lintApi } from "../scenario/lint/lint-profile.ts";
import type { LintContext } from "../scenario/lint/lint-scenario.ts";
import type { LintIssue, ScenarioCheck } from "../scenario/load/parse-scenario.ts";
import { assumptionsOf, effectiveValues } from "../spec/assumptions-of.ts";
import { asObject, asObjects, operationsOf } from "../spec/document-place.ts";
import { createSpecs } from "../spec/spec.ts";
import { loadBaseDocument } from "./open-document.ts";
import { isBuilt, packageFile, readBuilt } from "./package-file.ts";
import { vocabularyOf } from "./scenario-vocabulary.ts";

export function builtinScenarioDir(): string {
  return packageFile("scenarios");
}

/** A scenario and its lint findings, except notes. A built-in one has only `no-effect` findings. */
export type OpenedScenario = {
  readonly scenario: Scenario;
  readonly findings: readonly LintIssue[];
};

/**
 * Opens the built-in scenario with this name, or the scenario in this file. The build has already
 * parsed the built-in scenarios, so most of them don't need the YAML parser and the grammar.
 * Rejects with a SimulatorError that names all problems.
 */
export async function openScenario(
  nameOrFile: string,
  document: JsonObject,
): Promise<OpenedScenario> {
  if (isScenarioFile(nameOrFile)) return openFile(nameOrFile, document);
  const compiled = isBuilt ? await builtinScenarios() : [];
  const known = compiled.find(({ name }) => name === nameOrFile);
  if (known !== undefined && (await suits(known, document)))
    return { scenario: known, findings: [] };
  return openBuiltIn(nameOrFile, document);
}

/** Whether a built-in scenario is the same in every API, or has its full effect in this API. */
async function suits(scenario: Scenario, document: JsonObject): Promise<boolean> {
  const { faults, profiles, assumptions } = scenario;
  if (faults.length + profiles.length + Object.keys(assumptions).length === 0) return true;
  if (await mayDiffer(scenario, document)) return false;
  const vocabulary = vocabularyOf(document);
  return foreignNames(scenario, vocabulary).length + lintApi(scenario, vocabulary).length === 0;
}

/** Whether groups such as `results` may stand for other operations than in the default API. */
async function mayDiffer({ faults }: Scenario, document: JsonObject): Promise<boolean> {
  return faults.some(({ on }) => on !== "*") && document !== (await loadBaseDocument());
}

async function openBuiltIn(name: string, document: JsonObject): Promise<OpenedScenario> {
  const { loadScenario } = await import("../scenario/load/load-scenario.ts");
  const vocabulary = vocabularyOf(await loadBaseDocument());
  const known = await loadScenario(name, { builtinDir: builtinScenarioDir(), vocabulary });
  const scenario = await inServedWords(known, document);
  if (scenario === undefined) {
    const foreign = foreignNames(known, vocabularyOf(document)).join(", ");
    const message = `Failed to use the scenario \`${name}\`: the served API doesn't have ${foreign}. \`npx batch-sim scenarios\` with the same \`--api\` and \`--overlay\` lists the scenarios for this API.`;
    throw new SimulatorError("SIM_SCENARIO", message);
  }
  const { issues } = await checkFile(name, document);
  return { scenario, findings: issues.filter(({ rule }) => rule === "no-effect") };
}

/** A built-in scenario with the served API's names; undefined if the API lacks one of them. */
async function inServedWords(
  scenario: Scenario,
  document: JsonObject,
): Promise<Scenario | undefined> {
  const isOwn = await mayDiffer(scenario, document);
  const own = isOwn ? (await checkFile(scenario.name, document)).scenario : scenario;
  const isServed = own !== undefined && foreignNames(own, vocabularyOf(document)).length === 0;
  return isServed ? own : undefined;
}

/** Parses a scenario in YAML text, which can't refer to files. Rejects with a SimulatorError. */
export async function openScenarioText(text: string, document: JsonObject): Promise<Scenario> {
  const { parseScenario } = await import("../scenario/load/parse-scenario.ts");
  return parseScenario(text, { file: "scenario", vocabulary: vocabularyOf(document) });
}

async function openFile(file: string, document: JsonObject): Promise<OpenedScenario> {
  const { scenario, issues } = await checkFile(file, document);
  // Notes recommend clocks, but the user has already chosen a clock.
  if (scenario !== undefined)
    return { scenario, findings: issues.filter(({ severity }) => severity !== "note") };
  const { unreadable } = await import("../scenario/load/parse-scenario.ts");
  throw unreadable(file, issues);
}

/** Checks a file or a built-in scenario. Returns the scenario only if it is valid. */
export async function checkFile(nameOrFile: string, document: JsonObject): Promise<ScenarioCheck> {
  const { checkScenarioFile } = await import("../scenario/load/load-scenario.ts");
  const builtinDir = builtinScenarioDir();
  return checkScenarioFile(nameOrFile, { ...lintContextOf(document), builtinDir });
}

/** Everything that `lint` would report about YAML text, in the same order. */
export async function checkText(text: string, document: JsonObject): Promise<readonly LintIssue[]> {
  const { checkScenario } = await import("../scenario/load/parse-scenario.ts");
  const options = { ...lintContextOf(document), file: "scenario" };
  return (await checkScenario(text, options)).issues;
}

/** An editor checks a scenario repeatedly, so specs are compiled once for each document. */
const lintContextOf = oncePer((document: JsonObject): LintContext => {
  const specs = createSpecs(document);
  const modelIds = asObjects(document["x-models"]).map(({ id }) => String(id));
  const { "unknown-model": answer } = effectiveValues(assumptionsOf(document), {});
  return {
    vocabulary: vocabularyOf(document),
    ...(answer === "accepted" ? {} : { modelIds }),
    declares: (operationId, status, assumptions) => {
      const operations = operationsOf(specs(assumptions).document);
      const found = operations.find(({ operation }) => operation["operationId"] === operationId);
      return String(status) in asObject(found?.operation["responses"]);
    },
  };
});

export async function servedScenarios(document: JsonObject): Promise<readonly Scenario[]> {
  const scenarios = await builtinScenarios();
  const served = await Promise.all(scenarios.map((each) => inServedWords(each, document)));
  return served.filter((each) => each !== undefined);
}

export async function builtinScenarios(): Promise<readonly Scenario[]> {
  if (isBuilt) return Object.values(await readBuilt<Record<string, Scenario>>("scenarios"));
  const { loadBuiltInScenarios } = await import("../scenario/load/load-scenario.ts");
  // Built-in scenarios use the default API's names.
  return loadBuiltInScenarios({
    builtinDir: builtinScenarioDir(),
    vocabulary: vocabularyOf(await loadBaseDocument()),
  });
}

export function hasSchemas({ profiles, faults }: Scenario): boolean {
  const ofFaults = faults.flatMap(({ when }) => [when?.header, when?.query, when?.body]);
  const conditions = [...profiles.map(({ when }) => when?.request), ...ofFaults];
  return conditions.some((schema) => schema !== undefined);
}

/** Formats an issue as `file:line:column path: message [warning rule]`; editors can open it. */
export function lintNotice(issue: LintIssue): string {
  const { file, line, column, path, message, severity, rule } = issue;
  const place = path === "" ? "" : ` ${path}`;
  const kind = rule === undefined ? severity : `${severity} ${rule}`;
  return `${file}:${line}:${column}${place}: ${message} [${kind}]`;
}
