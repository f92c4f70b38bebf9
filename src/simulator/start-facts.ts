import type { StartFacts } from "../findings/evidence.ts";
import { DEFAULT_API_KEY } from "../options/default-api-key.ts";
import type { OptionRow } from "../options/option-row.ts";
import type { PlainOptions } from "../options/options.ts";
import type { Settings } from "../options/settings.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { sandboxNameOf } from "./open-sandboxes.ts";
import type { Staging } from "./staging.ts";

/** How to start a simulator again and recreate a sandbox. */
export function startFactsOf(sandbox: Sandbox, settings: Settings, staging: Staging): StartFacts {
  const current = staging.originOf(sandbox.scenario);
  const origin = current ?? staging.originOf(sandbox.recipe.scenario);
  return {
    options: optionWords(settings),
    ...(origin !== undefined && "text" in origin ? { scenarioText: origin.text } : {}),
    isChanged: current === undefined,
    kind: kindOf(sandbox),
  };
}

/** A scenario as it is named on the command line: a built-in scenario's name, or a file's path. */
export function scenarioNameOf(sandbox: Sandbox, staging: Staging): string {
  const { scenario, recipe } = sandbox;
  const origin = staging.originOf(scenario) ?? staging.originOf(recipe.scenario);
  return origin !== undefined && "nameOrFile" in origin ? origin.nameOrFile : scenario.name;
}

function kindOf({ recipe, name }: Sandbox): StartFacts["kind"] {
  if (recipe.key === undefined) return "keyless";
  return name === sandboxNameOf(DEFAULT_API_KEY) ? "own" : "made";
}

/** The options that change responses; keys and addresses don't. */
function optionWords(settings: Settings): readonly string[] {
  const names = Object.keys(SIMULATOR_TABLE) as (keyof PlainOptions)[];
  return names.flatMap((name) => {
    const { shapesResponses, flag, fallback }: OptionRow = SIMULATOR_TABLE[name];
    const value = settings[name];
    if (!shapesResponses || value === undefined || value === fallback) return [];
    // The same port may be in use elsewhere, so any free one will do.
    const texts = name === "deploymentPort" ? ["0"] : [value].flat().map(String);
    return texts.flatMap((text) => [`--${flag}`, text]);
  });
}
