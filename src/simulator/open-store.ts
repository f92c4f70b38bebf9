import type { Settings } from "../options/settings.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Database } from "../state/saved/database.ts";
import type { SavedSandboxes } from "../state/saved/saved-sandboxes.ts";
import type { ScenarioOrigin, StagedScenario, Staging } from "./staging.ts";

/** What a store depends on. */
type StoreParts = {
  readonly settings: Settings;
  readonly staging: Staging;
  readonly staged: StagedScenario;
};

/** The value of the option `store` that keeps nothing. */
const IN_MEMORY = "memory";

/** Opens the server's store, with its scenarios ready; undefined if everything ends with the process. */
export async function openStore({
  settings,
  ...stage
}: StoreParts): Promise<SavedSandboxes | undefined> {
  const { store, onNotice } = settings;
  if (store === IN_MEMORY) return undefined;
  const { StoreFile } = await import("../state/saved/store-file.ts");
  return savedIn(new StoreFile(store), { ...stage, onNotice });
}

/** What is stored in a database, with its scenarios ready. */
export async function savedIn(
  database: Database,
  { staging, staged, onNotice }: Omit<StoreParts, "settings"> & Pick<Settings, "onNotice">,
): Promise<SavedSandboxes> {
  const { SavedSandboxes } = await import("../state/saved/saved-sandboxes.ts");
  const originOf = staging.originOf.bind(staging);
  const saved = await SavedSandboxes.in(database, { originOf, onNotice });
  const currentJson = JSON.stringify(staged.scenario);
  for (const { ref, scenario, origin } of await saved.scenarios.all()) {
    // A reload replaces the server's scenario in the sandboxes that play it, which is why it has to be the same object.
    const isCurrent = JSON.stringify(scenario) === currentJson;
    const ready = isCurrent
      ? staged.scenario
      : await staging.adopt(scenario, origin as ScenarioOrigin);
    saved.scenarios.adopt(ref, ready);
  }
  return saved;
}

/** Resolves when all changes so far of the server and a sandbox are durable; undefined if they are. */
export function savedTogether(
  server: SavedSandboxes | undefined,
  sandbox: Sandbox,
): Promise<unknown> | undefined {
  const pending = [server?.saved(), sandbox.saved()].filter((each) => each !== undefined);
  return pending.length === 0 ? undefined : Promise.all(pending);
}
