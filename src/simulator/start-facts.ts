import { DEFAULT_API_KEY, withoutKey } from "../core/api-key.ts";
import { redactText } from "../core/redact.ts";
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

export function startFactsOf(sandbox: Sandbox, settings: Settings, staging: Staging) {
  const { scenario, jobs, files } = sandbox.state;
  const areForced = [...jobs.values()].some(({ facts }) =>
    facts.some(({ type }) => type === "forced"),
  );
  const initial = sandbox.recipe.scenario;
  const origin = staging.originOf(scenario) ?? staging.originOf(initial);
  const kind = kindOf(sandbox);
  const hasKeys = kind === "keyless" && settings.apiKeys.length > 0;
  const start = {
    command: ownCommand(process.env),
    // One accepted key is enough to make the server reject requests without a key.
    options: [
      ...optionWords(settings, SHAPING_ROWS),
      ...(hasKeys ? ["--api-key", DEFAULT_API_KEY] : []),
    ],
    ...(origin && "text" in origin ? { scenarioText: shown(origin.text, sandbox) } : {}),
    isChanged: scenario !== initial || areForced || files.size > 0,
    kind,
  };
  // The scenario as named on the command line: a built-in scenario's name, or a file's path.
  const named = origin !== undefined && "nameOrFile" in origin;
  return { scenario: named ? origin.nameOrFile : scenario.name, start };
}

/** A scenario's text without the secrets in its webhooks' URLs. */
function shown(text: string, { state, recipe: { key } }: Sandbox): string {
  return (state.scenario.webhooks ?? []).reduce((before, { url }) => {
    return before.replaceAll(url, () => redactText(withoutKey(url, key)));
  }, text);
}

function kindOf({ recipe }: Sandbox): StartFacts["kind"] {
  if (recipe.key === undefined) return "keyless";
  return recipe.key === DEFAULT_API_KEY ? "own" : "made";
}
