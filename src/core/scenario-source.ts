import type { ScenarioInput, ScenarioName } from "./scenario-input.ts";

/** A scenario: a built-in scenario's name, YAML text, or the same content as an object. */
export type ScenarioSource = ScenarioName | (string & {}) | ScenarioInput;

/** A scenario's name if the text contains nothing else; otherwise undefined. */
export function soleNameIn(text: string): string | undefined {
  const found = /^\s*(?:name:\s*([\w.-]+)|\{\s*"name"\s*:\s*"([\w.-]+)"\s*\})\s*$/.exec(text);
  return found?.[1] ?? found?.[2];
}

/** Whether a string names a file: it has a path separator, or ends in `.yaml` or `.yml`. */
export function isScenarioFile(nameOrFile: string): boolean {
  return /[\\/]|\.ya?ml$/.test(nameOrFile);
}
