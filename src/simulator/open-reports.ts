import type { ClientJudge } from "../control/host.ts";
import { DEFAULT_API_KEY, MADE_KEY_PREFIX } from "../core/api-key.ts";
import { counted } from "../core/counted.ts";
import { inSlices } from "../engine/in-slices.ts";
import type { StartFacts } from "../findings/evidence.ts";
import { type OptionRow, optionWords } from "../options/option-row.ts";
import type { Settings } from "../options/settings.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { SandboxStore } from "../stores/stores.ts";
import type { OpenSandboxes } from "./open-sandboxes.ts";
import { ownCommand } from "./package-file.ts";
import { sandboxNameOf } from "./recipes.ts";
import { ReportRegistry } from "./report-registry.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Staging } from "./staging.ts";

/** Opens the reports of a server, which keep the verdict on each sandbox that ends. */
export async function openReports(
  { settings, staging, version, basePath }: ServerParts,
  open: OpenSandboxes,
  saved: SandboxStore | undefined,
): Promise<ReportRegistry> {
  const reports = new ReportRegistry({
    ...{ version, basePath, saved },
    specOf: ({ scenario }) => staging.specOf(scenario),
    scenarioOf: (sandbox) => scenarioNameOf(sandbox, staging),
    startOf: (sandbox) => startFactsOf(sandbox, settings, staging),
  });
  for (const name of await reports.load()) open.takenNames.add(name);
  open.onEnd = (sandbox) => reports.keep(sandbox);
  for (const sandbox of open.unjudged) reports.keep(sandbox);
  return reports;
}

/** Judges a server's clients while other work runs. */
export function judgeOf(reports: ReportRegistry, { sandboxes }: OpenSandboxes): ClientJudge {
  return {
    report: (judging) => inSlices(reports.report(sandboxes.all(), judging)),
    reportOn: async (sandbox, judging) => {
      const report = await inSlices(reports.reportOn(sandbox, judging), sandbox.name);
      if (report.summary.exchanges > 0) return report;
      const strays = strayRequests(sandboxes.all(), sandbox);
      return strays === undefined ? report : { ...report, strays };
    },
    expectFinding: (expected) => reports.expect(expected),
    expectClientError: (sandbox, jobId) => reports.expectClientError(sandbox, jobId),
  };
}

const SHAPING_ROWS = Object.entries<OptionRow>(SIMULATOR_TABLE).filter(
  ([, { shapesResponses }]) => shapesResponses,
);

/** How to start a simulator again and recreate a sandbox. */
function startFactsOf(sandbox: Sandbox, settings: Settings, staging: Staging): StartFacts {
  const current = staging.originOf(sandbox.scenario);
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

/** A scenario as it is named on the command line: a built-in scenario's name, or a file's path. */
function scenarioNameOf(sandbox: Sandbox, staging: Staging): string {
  const { scenario, recipe } = sandbox;
  const origin = staging.originOf(scenario) ?? staging.originOf(recipe.scenario);
  return origin !== undefined && "nameOrFile" in origin ? origin.nameOrFile : scenario.name;
}

function kindOf({ recipe, name }: Sandbox): StartFacts["kind"] {
  if (recipe.key === undefined) return "keyless";
  return name === sandboxNameOf(DEFAULT_API_KEY) ? "own" : "made";
}

/** Maximum number of methods and paths to name. */
const MAX_NAMED = 3;

/**
 * Describes the requests since a sandbox was created that arrived with keys of sandboxes that no test created, or without an
 * accepted key; undefined if there are none. Any test may have sent them.
 */
function strayRequests(sandboxes: readonly Sandbox[], { openedAt }: Sandbox): string | undefined {
  const strays = sandboxes
    .filter(({ recipe }) => recipe.key?.startsWith(MADE_KEY_PREFIX) !== true)
    .flatMap(({ traces }) => traces.all())
    .filter(({ wallAt }) => wallAt >= openedAt);
  if (strays.length === 0) return undefined;
  const places = new Set(
    strays.map(({ method, url, status }) => `${method} ${url.replace(/\?.*$/s, "")} (${status})`),
  );
  const named = [...places].slice(0, MAX_NAMED).join(", ");
  const more = places.size > MAX_NAMED ? ", …" : "";
  const requests = counted(strays.length, "request");
  return `The server received ${requests} with an unknown key or without a key, from this test or another one: ${named}${more}. The client must send the sandbox's own key, which is its API key in the test, and in the variable \`BATCH_SIM_API_KEY\` if that is set.`;
}
