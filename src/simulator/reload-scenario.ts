import { datasetEvents } from "../engine/datasets.ts";
import { scenarioEndpointEvents } from "../engine/webhooks/new-endpoint.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { lintNotice } from "./lint-notice.ts";
import type { StagedScenario, Staging } from "./staging.ts";
import { type StopWatching, watchScenario } from "./watch-scenario.ts";

/** What to reload, and whom to notify. */
export type ReloadParts = {
  readonly file: string;
  readonly staging: Staging;
  readonly current: () => StagedScenario;
  /** Called with what differs from the current one. */
  readonly replace: (staged: StagedScenario) => void;
  readonly onNotice: (notice: string) => void;
};

/** Reads a scenario again whenever its file changes; a scenario with problems changes nothing, and causes a notice. */
export function reloadOnChange(parts: ReloadParts): StopWatching {
  const { file, onNotice } = parts;
  // One at a time: a slow read of an old version must not finish after that of a newer one.
  let last: Promise<void> = Promise.resolve();
  return watchScenario(file, {
    onChange: () => {
      last = last.then(() => reload(parts));
    },
    onError: (error) => onNotice(`Failed to watch the scenario \`${file}\`: ${error.message}`),
  });
}

async function reload({ file, staging, current, replace, onNotice }: ReloadParts): Promise<void> {
  try {
    const staged = await staging.stage(file);
    if (isSame(staged, current())) return;
    replace(staged);
    onNotice(`Reloaded the scenario \`${file}\`: new requests use it.`);
    for (const finding of staged.findings) onNotice(lintNotice(finding));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onNotice(`Kept the scenario as it was. ${why}`);
  }
}

function isSame(a: StagedScenario, b: StagedScenario): boolean {
  return (
    JSON.stringify(a.scenario) === JSON.stringify(b.scenario) && changedDatasets(a, b).length === 0
  );
}

/** Replaces a scenario in a sandbox that plays it. Existing jobs continue unchanged. */
export function replaceIn(sandbox: Sandbox, before: StagedScenario, next: StagedScenario): void {
  if (sandbox.ended.aborted || sandbox.scenario !== before.scenario) return;
  const { scenario } = next;
  const datasets = changedDatasets(next, before);
  const now = sandbox.clock.now();
  sandbox.transact((state) => ({
    events: [
      ...scenarioEndpointEvents(sandbox, state, scenario),
      { kind: "scenarioPlayed", scenario },
      ...datasetEvents(state, datasets, now),
    ],
    result: undefined,
  }));
}

/** The datasets of a scenario that another one doesn't have, or has with other files. */
function changedDatasets(
  { datasets }: StagedScenario,
  before: StagedScenario,
): StagedScenario["datasets"] {
  return datasets.filter(({ datasetId, files }) => {
    const known = before.datasets.find((dataset) => dataset.datasetId === datasetId);
    return (
      known?.files.length !== files.length ||
      files.some(({ fileName, bytes }, index) => {
        const other = known.files[index];
        return fileName !== other?.fileName || Buffer.compare(bytes, other.bytes) !== 0;
      })
    );
  });
}
