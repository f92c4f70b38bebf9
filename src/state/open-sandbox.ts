import { keyTitle } from "../core/api-key.ts";
import { messageOf, SimulatorError } from "../core/errors.ts";
import type { Exchange, JournalGap } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Trace } from "../core/trace.ts";
import type { LoadingParts, Turn } from "./loading.ts";
import { type OpeningOptions, Sandbox, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import type { StateEvent } from "./state-event.ts";
import { Store } from "./store.ts";

/** A sandbox as an earlier process stored it. */
export type StoredSandbox = {
  readonly recipe: SandboxRecipe;
  readonly scenario: Scenario;
  readonly log: SandboxLog;
  /** Wall-clock time when the sandbox was made. */
  readonly openedAt: number;
  /** The last wall-clock time that was stored for the sandbox. */
  readonly writtenAt: number;
  readonly isUsed: boolean;
  /** Exchanges that the journal may lack; undefined if the journal is complete. */
  readonly gap: JournalGap | undefined;
  /** Whether the sandbox was reset, deleted, or dropped before its clients were judged. */
  readonly hasEnded: boolean;
  readonly events: StoredPages<StateEvent>;
  /** The journal, loaded later: requests don't need an earlier process's exchanges. */
  readonly exchanges: StoredRecords<Exchange>;
  readonly traces: StoredRecords<Trace>;
  /** The highest ID of an exchange; 0 if there is none. */
  readonly lastId: number;
  readonly noteState: LoadingParts["note"];
  readonly noteRecords: LoadingParts["note"];
};

/**
 * Reads a list page by page; `turn` resolves whenever a page may be processed. The iterator throws
 * a SimulatorError if reading fails: a DamageError if a retry can't succeed.
 */
type StoredPages<Item> = (turn: Turn) => AsyncIterable<readonly Item[]>;

/** An earlier process's records, and the number of older records that the process dropped. */
type StoredRecords<Item> = {
  readonly length: number;
  readonly numDropped: number;
  readonly pages: StoredPages<Item>;
};

/** Thrown if a stored sandbox can't be read because its data is incomplete or invalid. */
export class DamageError extends SimulatorError {
  /** `store` is a file's path or a URL. */
  constructor(sandbox: string, store: string, cause: unknown) {
    const reason = messageOf(cause).replace(/\.$/, "");
    const message = `Failed to read the sandbox \`${sandbox}\` in the store \`${store}\`: ${reason}. Reset or delete that sandbox; other sandboxes are unaffected.`;
    super("SIM_STORE", message, { cause });
  }
}

/** A process sends no responses if the time it last stored is older than this (milliseconds). */
export const MAX_UNSTORED_MS = 1000;

export function openSandbox(recipe: SandboxRecipe, options: OpeningOptions): Sandbox {
  const store = new Store({ scenario: recipe.scenario, title: titleOf(recipe) }, options.log);
  return new Sandbox(recipe, store, options);
}

function titleOf({ asked, key }: SandboxRecipe): string | undefined {
  return asked.title ?? keyTitle(key);
}

/** Continues a sandbox from an earlier process. The caller loads its state and records later. */
export function continueSandbox(saved: StoredSandbox, options: OpeningOptions): Sandbox {
  const { recipe, scenario, log, openedAt, gap, lastId } = saved;
  const store = new Store({ scenario, title: titleOf(recipe) }, log);
  // The clock continues as if it had kept running: `options.wall` is later than any stored time.
  const sandbox = new Sandbox(recipe, store, { ...options, log, wallStart: openedAt });
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
    // Skips the IDs that the earlier process may have assigned.
    journal.skip(gap.untilId);
    log.records.skip(gap.untilId);
    store.record({ kind: "recordsLost", gap });
  };
  // Puts the earlier process's records before the new records.
  const readRecords = async (turn: Turn): Promise<void> => {
    const { dropped } = journal;
    await journal.readPast(saved.exchanges.pages(turn));
    await traces.readPast(saved.traces.pages(turn));
    // An earlier process may have had a higher limit.
    if (journal.dropped > dropped)
      log.records.keep({ exchanges: journal.length, traces: traces.length });
  };
  const unlessEnded = (read: (turn: Turn) => Promise<void>) => async (turn: Turn) => {
    try {
      await read(turn);
    } catch (error) {
      if (!(error instanceof DamageError && sandbox.ended.aborted)) throw error;
      // Only reports use the records, and a report on incomplete records could be wrong.
      journal.clear();
      traces.clear();
    }
  };
  sandbox.loadWith(
    { load: unlessEnded(readState), note: saved.noteState },
    { load: unlessEnded(readRecords), note: saved.noteRecords },
  );
  return sandbox;
}
