import type { JsonObject } from "../../core/json.ts";
import { type Experiment, slug } from "./experiment.ts";
import type { TrialGroup } from "./trials.ts";

/** A condition on the first run. If it isn't met, a change to jobs or rows has no effect. */
type Need = "jobs" | "polls" | "expiry" | "results" | "csv" | "json" | "failed rows";

export type Needs = Readonly<Record<Need, boolean>>;

type Lifecycle = Pick<Experiment, "title" | "change" | "shownBy" | "damage" | "ending" | "rank"> & {
  readonly needs: Need;
  readonly group?: TrialGroup;
  readonly isWaiting?: true;
};

/** The content of `data/lifecycles.yaml`: the changes that are the same for every client. */
export type LifecycleTable = Readonly<Record<string, Lifecycle>>;

/**
 * The experiments that affect the client, and the number of all others. `statusOperations` are the
 * IDs of operations that report states. With the assumption `unknownState`, jobs begin as unknown.
 */
export function lifecycleExperiments(
  table: LifecycleTable,
  needs: Needs,
  statusOperations: readonly string[],
  unknownState: JsonObject | undefined,
): { readonly experiments: readonly Experiment[]; readonly unneeded: number } {
  const all: LifecycleTable = {
    ...table,
    ...(statusOperations.length === 0 ? {} : { "state goes back": goingBack(statusOperations) }),
    ...(unknownState === undefined ? {} : { "unknown state": unknownFirst(unknownState) }),
  };
  const entries = Object.entries(all);
  const needed = entries.filter(([, lifecycle]) => needs[lifecycle.needs]);
  return {
    experiments: needed.map(([name, { needs: _, ...lifecycle }]) => ({
      ...{ id: slug(name), row: "lifecycle", group: "state", isWaiting: false },
      ...lifecycle,
    })),
    unneeded: entries.length - needed.length,
  };
}

function goingBack(on: readonly string[]): Lifecycle {
  const faults = [{ name: "state-goes-back", on, every: 2, staleStatus: { by: "5s" } }];
  return {
    title: "Every other status response is 5 s old, so jobs seem to return to earlier states.",
    change: { profiles: [{ running: "20s" }], faults },
    ...{ needs: "polls", rank: 2 },
  };
}

function unknownFirst(assumptions: JsonObject): Lifecycle {
  return {
    title: "Before entering the queue, every job is in a state that clients don't know.",
    change: { assumptions, profiles: [{ unknown: "10s" }] },
    ...{ needs: "polls", rank: 1 },
  };
}
