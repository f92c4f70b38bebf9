import { type Experiment, slug } from "./experiment.ts";
import type { TrialGroup } from "./trials.ts";

/** A condition on the first run. If it isn't met, a change to jobs or rows has no effect. */
type Need =
  | "jobs"
  | "polls"
  | "statuses"
  | "unknown state"
  | "expiry"
  | "results"
  | "csv"
  | "json"
  | "failed rows";

export type Needs = Readonly<Record<Need, boolean>>;

type Lifecycle = Pick<Experiment, "title" | "change" | "shownBy" | "damage" | "ending" | "rank"> & {
  readonly needs: Need;
  readonly group?: TrialGroup;
  readonly isWaiting?: true;
};

/** The content of `data/lifecycles.yaml`: the changes that are the same for every client. */
export type LifecycleTable = Readonly<Record<string, Lifecycle>>;

/** The experiments that affect the client, and the number of all others. */
export function lifecycleExperiments(
  table: LifecycleTable,
  needs: Needs,
): { readonly experiments: readonly Experiment[]; readonly unneeded: number } {
  const entries = Object.entries(table);
  const needed = entries.filter(([, lifecycle]) => needs[lifecycle.needs]);
  return {
    experiments: needed.map(([name, { needs: _, ...lifecycle }]) => ({
      ...{ id: slug(name), row: "lifecycle", group: "state", isWaiting: false },
      ...lifecycle,
    })),
    unneeded: entries.length - needed.length,
  };
}
