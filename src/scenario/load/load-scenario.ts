import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { listed, suggestion } from "../../core/nearest.ts";
import type { Scenario } from "../../core/scenario.ts";
import { isScenarioFile } from "../../core/scenario-source.ts";
import { yamlNamesIn } from "../../yaml/yaml-folder.ts";
import type { LintContext } from "../lint/lint-scenario.ts";
import type { ParseOptions, ScenarioFiles } from "../parse-options.ts";
import { ScenarioError } from "../scenario-error.ts";
import { checkScenario, parseScenario, type ScenarioCheck } from "./parse-scenario.ts";

type LoadOptions = Omit<ParseOptions, "file" | "files"> & { readonly builtinDir: string };

/**
 * Loads a built-in scenario or a scenario file. A string names a file if it has a path separator or
 * ends in `.yaml` or `.yml`. Rejects with a `ScenarioError` if the scenario doesn't exist or is
 * invalid.
 */
export async function loadScenario(nameOrFile: string, options: LoadOptions): Promise<Scenario> {
  const isFile = isScenarioFile(nameOrFile);
  const path = isFile ? nameOrFile : await builtinFile(nameOrFile, options.builtinDir);
  const file = isFile ? nameOrFile : `${nameOrFile}.yaml`;
  return parseScenario(await readText(path), { ...options, file, files: filesBeside(path) });
}

/** Reads a built-in scenario's YAML text. Rejects with a `ScenarioError` if it doesn't exist. */
export async function readBuiltInText(name: string, builtinDir: string): Promise<string> {
  return readText(await builtinFile(name, builtinDir));
}

/** Loads all built-in scenarios, sorted by name. Rejects with a `ScenarioError` if one fails. */
export async function loadBuiltInScenarios(options: LoadOptions): Promise<readonly Scenario[]> {
  const names = await yamlNamesIn(options.builtinDir);
  return Promise.all(names.map((name) => loadScenario(name, options)));
}

/** Checks a file or a built-in scenario. Rejects with a `ScenarioError` if it can't be read. */
export async function checkScenarioFile(
  nameOrFile: string,
  options: LoadOptions & LintContext,
): Promise<ScenarioCheck> {
  const file = isScenarioFile(nameOrFile)
    ? nameOrFile
    : await builtinFile(nameOrFile, options.builtinDir);
  return checkScenario(await readText(file), { ...options, file, files: filesBeside(file) });
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const found = String(error).replace(/^Error: /, "");
    const message = `Failed to read the scenario file \`${path}\`: ${found}. Use a readable YAML file, or the name of a built-in scenario.`;
    throw new ScenarioError(message, [], { cause: error });
  }
}

function filesBeside(scenario: string): ScenarioFiles {
  const folder = dirname(resolve(scenario));
  return {
    find: (file) => {
      const path = resolve(folder, file);
      try {
        accessSync(path, constants.R_OK);
        return statSync(path).isFile() ? path : undefined;
      } catch {
        return undefined;
      }
    },
    read: (path) => readFileSync(path, "utf8"),
  };
}

async function builtinFile(name: string, builtinDir: string): Promise<string> {
  const names = await yamlNamesIn(builtinDir);
  if (names.includes(name)) return `${builtinDir}/${name}.yaml`;
  const known = `Built-in scenarios: ${listed(names)}. To load a file, use a name that ends in \`.yaml\` or \`.yml\`.`;
  const message = `Failed to find the scenario \`${name}\`: no built-in scenario has this name.${suggestion(name, names, known)}`;
  throw new ScenarioError(message);
}
