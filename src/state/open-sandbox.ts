import { keyTitle } from "../core/api-key.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Turn } from "./loading.ts";
import { type OpeningOptions, Sandbox, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import { Store } from "./store.ts";
import { DamageError, type StoredSandbox } from "./stored-sandbox.ts";

/**
 * Maximum time, in milliseconds, by which a killed process may have outlived the latest time that
 * it stored.
 */
export const MAX_UNSTORED_MS = 1000;

export function openSandbox(recipe: SandboxRecipe, options: OpeningOptions): Sandbox {
  return new Sandbox(recipe, storeOf(recipe, recipe.scenario, options.log), options);
}

/** Makes the store of a sandbox. Its title is the requested one, or describes its key. */
function storeOf({ asked, key }: SandboxRecipe, scenario: Scenario, log?: SandboxLog): Store {
  return new Store({ scenario, title: asked.title ?? keyTitle(key) }, log);
}

/** Continues a sandbox from an earlier process. Its state and records still have to be loaded. */
export function continueSandbox(saved: StoredSandbox, options: OpeningOptions): Sandbox {
  const { recipe, scenario, log, openedAt, writtenAt, gap, lastId } = saved;
  // The clock continues as if it had kept running. A killed process may have sent later times than
  // it stored.
  const unstoredMs = gap === undefined ? 0 : MAX_UNSTORED_MS;
  const start = { wallStart: openedAt, elapsedMs: writtenAt - openedAt + unstoredMs };
  const store = storeOf(recipe, scenario, log);
  const sandbox = new Sandbox(recipe, store, { ...options, log, start });
  const { journal, traces } = sandbox;
  journal.expectPast(saved.exchanges);
  traces.expectPast(saved.traces);
  journal.skip(lastId);
  const readState = async (turn: Turn): Promise<void> => {
    try {
      for await (const events of saved.events(turn)) store.restore(events);
    } catch (error) {
      store.clear();
      throw error;
    }
    if (gap === undefined) return;
    // IDs that may have been assigned before are not assigned again.
    journal.skip(gap.untilId);
    log.records.skip(gap.untilId);
    store.record({ kind: "recordsLost", gap });
  };
  const unlessEnded = (read: (turn: Turn) => Promise<void>) => async (turn: Turn) => {
    try {
      await read(turn);
    } catch (error) {
      if (!(error instanceof DamageError && sandbox.ended.aborted)) throw error;
      // Only reports would have used the records, and a report with only some could be wrong.
      journal.clear();
      traces.clear();
    }
  };
  const readRecords = (turn: Turn): Promise<void> => restoreRecords(sandbox, saved, turn);
  sandbox.loadWith(
    { load: unlessEnded(readState), note: saved.noteState },
    { load: unlessEnded(readRecords), note: saved.noteRecords },
  );
  return sandbox;
}

/** Puts an earlier process's records before this one's. */
async function restoreRecords(
  { journal, traces, log }: Sandbox,
  saved: StoredSandbox,
  turn: Turn,
): Promise<void> {
  const { dropped } = journal;
  await journal.readPast(saved.exchanges.pages(turn));
  await traces.readPast(saved.traces.pages(turn));
  // An earlier process may have had a higher limit.
  if (journal.dropped > dropped)
    log?.records.keep({ exchanges: journal.length, traces: traces.length });
}
