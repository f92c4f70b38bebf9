import { Clock, type OnStall } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Journal, type JournalLimits } from "./journal.ts";
import { Sandbox, type SandboxRecipe } from "./sandbox.ts";
import { Store } from "./store.ts";
import { Timelines } from "./timelines.ts";
import { Traces } from "./traces.ts";

/** Dependencies for opening a sandbox, besides its recipe. */
export type OpeningOptions = {
  readonly journalLimits: JournalLimits;
  /** Called when something waits for a `manual` clock that is not advanced. */
  readonly onStall: OnStall;
};

/** Creates a new sandbox in its initial state. */
export function openSandbox(
  recipe: SandboxRecipe,
  { journalLimits, onStall }: OpeningOptions,
): Sandbox {
  const store = new Store(recipe.scenario);
  const timelines = new Timelines(store.state);
  const journal = new Journal(journalLimits);
  journal.listen(({ id }) => store.changes.add({ kind: "exchange", id }));
  return new Sandbox({
    recipe,
    store,
    clock: new Clock(recipe.clock, store, onStall),
    timelines,
    readings: new InputReadings(store.state, timelines),
    journal,
    traces: new Traces(),
  });
}
