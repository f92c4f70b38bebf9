import type { Scenario } from "../core/scenario.ts";
import type { Settings } from "../options/settings.ts";
import type { StoreOptions } from "../stores/stores.ts";
import type { ScenarioOrigin } from "./scenario-origin.ts";
import type { StagedScenario, Staging } from "./staging.ts";

/** The parts of a server that its store needs. */
type StoreUser = {
  readonly settings: Pick<Settings, "onNotice">;
  readonly staging: Staging;
  readonly staged: StagedScenario;
};

/** How a server opens its store. */
export function storeOptions({ settings, staging, staged }: StoreUser): StoreOptions {
  const currentJson = JSON.stringify(staged.scenario);
  return {
    originOf: staging.originOf.bind(staging),
    readyScenario: async (scenario: Scenario, origin) => {
      // A reload replaces the server's scenario in the sandboxes that play it, which is why it has
      // to be the same object.
      if (JSON.stringify(scenario) === currentJson) return staged.scenario;
      return staging.adopt(scenario, origin as ScenarioOrigin | undefined);
    },
    onNotice: settings.onNotice,
    scenario: staged.scenario,
  };
}
