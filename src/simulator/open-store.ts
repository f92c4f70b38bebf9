import type { Settings } from "../options/settings.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { SavedSandboxes } from "../state/saved/saved-sandboxes.ts";
import type { ScenarioOrigin, StagedScenario, Staging } from "./staging.ts";

/** The value of the option `store` that keeps nothing. */
const IN_MEMORY = "memory";

/** Opens the server's store, with its scenarios ready; undefined if everything ends with the process. */
export async function openStore(
  { store, onNotice }: Settings,
  staging: Staging,
  { scenario: current }: StagedScenario,
): Promise<SavedSandboxes | undefined> {
  if (store === IN_MEMORY) return undefined;
  const { SavedSandboxes } = await import("../state/saved/saved-sandboxes.ts");
  const { StoreFile } = await import("../state/saved/store-file.ts");
  const originOf = staging.originOf.bind(staging);
  const saved = await SavedSandboxes.in(new StoreFile(store), { originOf, onNotice });
  const currentJson = JSON.stringify(current);
  for (const { ref, scenario, origin } of await saved.scenarios.all()) {
    // A reload replaces the server's scenario in the sandboxes that play it, which is why it has to be the same object.
    const isCurrent = JSON.stringify(scenario) === currentJson;
    const ready = isCurrent ? current : await staging.adopt(scenario, origin as ScenarioOrigin);
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
