import { DEFAULT_API_KEY } from "../core/api-key.ts";
import type { StartFacts } from "../findings/evidence.ts";
import { type OptionRow, optionWords } from "../options/option-row.ts";
import type { Settings } from "../options/settings.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { ownCommand } from "./package-file.ts";
import type { Staging } from "./staging.ts";

const SHAPING_ROWS = Object.entries<OptionRow>(SIMULATOR_TABLE).filter(
  ([, { shapesResponses }]) => shapesResponses,
);

export function startFactsOf(sandbox: Sandbox, settings: Settings, staging: Staging): StartFacts {
  const current = staging.originOf(sandbox.state.scenario);
  const origin = current ?? staging.originOf(sandbox.recipe.scenario);
  return {
    command: ownCommand(process.env),
    // Keys and addresses don't change responses.
    options: optionWords(settings, SHAPING_ROWS),
    ...(origin !== undefined && "text" in origin ? { scenarioText: origin.text } : {}),
    isChanged: current === undefined,
    kind: kindOf(sandbox),
  };
}

/** A scenario's name on the command line: a built-in scenario's name, or a file's path. */
export function scenarioNameOf(sandbox: Sandbox, staging: Staging): string {
  const { scenario } = sandbox.state;
  const origin = staging.originOf(scenario) ?? staging.originOf(sandbox.recipe.scenario);
  return origin !== undefined && "nameOrFile" in origin ? origin.nameOrFile : scenario.name;
}

function kindOf({ recipe }: Sandbox): StartFacts["kind"] {
  if (recipe.key === undefined) return "keyless";
  return recipe.key === DEFAULT_API_KEY ? "own" : "made";
}
