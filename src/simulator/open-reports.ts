import type { ClientJudge } from "../control/host.ts";
import { inSlices } from "../engine/in-slices.ts";
import type { Settings } from "../options/settings.ts";
import type { SandboxStore } from "../stores/stores.ts";
import type { OpenSandboxes } from "./open-sandboxes.ts";
import { ReportRegistry } from "./report-registry.ts";
import type { Staging } from "./staging.ts";
import { scenarioNameOf, startFactsOf } from "./start-facts.ts";

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
    reportOn: (sandbox, judging) => inSlices(reports.reportOn(sandbox, judging)),
    expectFinding: (expected) => reports.expect(expected),
    expectClientError: (sandbox, jobId) => reports.expectClientError(sandbox, jobId),
  };
}
