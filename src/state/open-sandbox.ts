import type { JournalGap } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import { Clock, type ClockStart, type OnStall } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Journal } from "./journal.ts";
import type { Turn } from "./loading.ts";
import type { RecordLimits } from "./records.ts";
import { Sandbox, type SandboxParts, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import type { StateEvent } from "./state-event.ts";
import { Store } from "./store.ts";
import { DamageError, type StoredSandbox } from "./stored-sandbox.ts";
import { Timelines } from "./timelines.ts";
import { Traces } from "./traces.ts";
import { wallNow as ownWallNow } from "./wall-timer.ts";

/** Dependencies for opening a sandbox, besides its recipe. */
export type OpeningOptions = {
  /** Where its changes are stored; undefined if it ends with the process. */
  readonly log?: SandboxLog | undefined;
  /** Wall-clock time at which a new one starts; by default, now. */
  readonly openedAt?: number;
  /** The wall clock's time, in milliseconds since 1970. */
  readonly wallNow?: (() => number) | undefined;
  readonly journalLimits: RecordLimits;
  /** Called when something waits for a `manual` clock that is not advanced. */
  readonly onStall: OnStall;
};

/** A process that was killed had responded at most this long after the latest time that it stored. */
export const MAX_UNSTORED_MS = 1000;

/** How a sandbox begins. */
type Beginning = { readonly start: ClockStart; readonly scenario: Scenario };

/** Creates a new sandbox, in its initial state. */
export function openSandbox(recipe: SandboxRecipe, options: OpeningOptions): Sandbox {
  const { wallNow = ownWallNow, openedAt = wallNow() } = options;
  const start = { wallStart: openedAt, elapsedMs: 0 };
  return new Sandbox(partsOf(recipe, options, { start, scenario: recipe.scenario }));
}

/** Continues a sandbox of an earlier process. Its state has to be loaded, and later its records. */
export function continueSandbox(saved: StoredSandbox, options: OpeningOptions): Sandbox {
  const { recipe, scenario, log, openedAt, writtenAt, gap, lastId } = saved;
  // The clock goes on as if it had kept running. A killed process may have told later times than it stored.
  const unstoredMs = gap === undefined ? 0 : MAX_UNSTORED_MS;
  const start = { wallStart: openedAt, elapsedMs: writtenAt - openedAt + unstoredMs };
  const parts = partsOf(recipe, { ...options, log }, { start, scenario });
  const sandbox = new Sandbox(parts);
  const { journal, traces } = parts;
  journal.expectPast(saved.exchanges);
  traces.expectPast(saved.traces);
  journal.skip(lastId);
  const readState = async (turn: Turn): Promise<void> => {
    await restoreState(parts, saved.events(turn));
    if (gap !== undefined) noteGap(parts, gap);
  };
  const unlessEnded = (read: (turn: Turn) => Promise<void>) => async (turn: Turn) => {
    try {
      await read(turn);
    } catch (error) {
      if (!(error instanceof DamageError && sandbox.ended.aborted)) throw error;
      // Only reports would have mentioned it. With a part of it, they could be wrong.
      journal.clear();
      traces.clear();
    }
  };
  const readRecords = (turn: Turn): Promise<void> => restoreRecords(parts, saved, turn);
  sandbox.loadWith(
    { load: unlessEnded(readState), note: saved.noteState },
    { load: unlessEnded(readRecords), note: saved.noteRecords },
  );
  return sandbox;
}

/** Fills the state, or leaves it empty if that fails. */
async function restoreState(
  { store }: SandboxParts,
  pages: AsyncIterable<readonly StateEvent[]>,
): Promise<void> {
  try {
    for await (const events of pages) store.restore(events);
  } catch (error) {
    store.clear();
    throw error;
  }
}

/** Puts the records of an earlier process before those of this one. */
async function restoreRecords(
  { journal, traces, log }: SandboxParts,
  saved: StoredSandbox,
  turn: Turn,
): Promise<void> {
  const { dropped } = journal;
  await journal.readPast(saved.exchanges.pages(turn));
  await traces.readPast(saved.traces.pages(turn));
  // An earlier process may have kept more.
  if (journal.dropped > dropped)
    log?.records.keep({ exchanges: journal.length, traces: traces.length });
}

/** IDs that may have been given out are not assigned again. */
function noteGap({ store, journal, log }: SandboxParts, gap: JournalGap): void {
  journal.skip(gap.untilId);
  log?.records.skip(gap.untilId);
  store.transact(() => ({ events: [{ kind: "recordsLost", gap }], result: undefined }));
}

function partsOf(
  recipe: SandboxRecipe,
  { journalLimits, onStall, wallNow, log }: OpeningOptions,
  { start, scenario }: Beginning,
): SandboxParts {
  const store = new Store(scenario, log);
  const timelines = new Timelines(store.state);
  const journal = new Journal(journalLimits);
  const traces = new Traces();
  journal.listen((exchange) => {
    store.changes.add({ kind: "exchange", id: exchange.id });
    log?.records.addExchange(exchange, journal.length);
  });
  if (log !== undefined) traces.listen((trace) => log.records.addTrace(trace, traces.length));
  return {
    recipe,
    store,
    clock: new Clock(recipe.clock, store, { onStall, start, wallNow }),
    timelines,
    readings: new InputReadings(store.state, timelines),
    journal,
    traces,
    log,
  };
}
