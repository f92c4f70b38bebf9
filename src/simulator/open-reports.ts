import type { ClientJudge } from "../control/host.ts";
import { DEFAULT_API_KEY } from "../core/api-key.ts";
import { inSlices } from "../engine/in-slices.ts";
import type { StartFacts } from "../findings/evidence.ts";
import type { OptionRow } from "../options/option-row.ts";
import type { PlainOptions } from "../options/options.ts";
import type { Settings } from "../options/settings.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { type OpenSandboxes, sandboxNameOf } from "./open-sandboxes.ts";
import { ownCommand } from "./own-command.ts";
import { ReportRegistry } from "./report-registry.ts";
import type { Staging } from "./staging.ts";
import { strayRequests } from "./stray-requests.ts";

type ReportsParts = {
  readonly settings: Settings;
  readonly staging: Staging;
  readonly version: string;
  readonly basePath: string;
  readonly open: OpenSandboxes;
  readonly saved: SandboxStore | undefined;
};

/** Opens the reports of a server, which keep the verdict on each sandbox that ends. */
export async function openReports({
  open,
  settings,
  staging,
  ...parts
}: ReportsParts): Promise<ReportRegistry> {
  const reports = new ReportRegistry({
    ...parts,
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

/** How to start a simulator again and recreate a sandbox. */
function startFactsOf(sandbox: Sandbox, settings: Settings, staging: Staging): StartFacts {
  const current = staging.originOf(sandbox.scenario);
  const origin = current ?? staging.originOf(sandbox.recipe.scenario);
  return {
    command: ownCommand(process.env),
    options: optionWords(settings),
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
