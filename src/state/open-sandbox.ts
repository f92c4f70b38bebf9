import type { JournalGap } from "../core/journal-gap.ts";
import type { Scenario } from "../core/scenario.ts";
import { Clock, type ClockStart, type OnStall } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Journal, type JournalLimits } from "./journal.ts";
import { Sandbox, type SandboxParts, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import { Store } from "./store.ts";
import { DamageError, type SandboxSink, type StoredSandbox } from "./stored-sandbox.ts";
import { Timelines } from "./timelines.ts";
import { MAX_TRACES, type PastTraces, Traces } from "./traces.ts";
import type { Turn } from "./turns.ts";
import { wallNow as ownWallNow } from "./wall-timer.ts";

/** Dependencies for opening a sandbox, besides its recipe. */
export type OpeningOptions = {
  /** Where its changes are stored; undefined if it ends with the process. */
  readonly log?: SandboxLog | undefined;
  /** Wall-clock time at which a new one starts; by default, now. */
  readonly openedAt?: number;
  /** The wall clock's time, in milliseconds since 1970. */
  readonly wallNow?: (() => number) | undefined;
  readonly journalLimits: JournalLimits;
  /** Called when something waits for a `manual` clock that is not advanced. */
  readonly onStall: OnStall;
};

/** A process that was killed had responded at most this long after the latest time that it stored. */
const MAX_UNWRITTEN_MS = 1000;

/** How a sandbox begins. */
type Beginning = { readonly start: ClockStart; readonly scenario: Scenario };

/** Creates a new sandbox, in its initial state. */
export function openSandbox(recipe: SandboxRecipe, options: OpeningOptions): Sandbox {
  const { wallNow = ownWallNow, openedAt = wallNow() } = options;
  const start = { wallStart: openedAt, elapsedMs: 0 };
  return new Sandbox(partsOf(recipe, options, { start, scenario: recipe.scenario }));
}

/** Continues a sandbox of an earlier process. Its state has to be loaded. */
export function continueSandbox(saved: StoredSandbox, options: OpeningOptions): Sandbox {
  const { recipe, scenario, log, openedAt, writtenAt, gap, read, note } = saved;
  // The clock goes on as if it had kept running. A killed process may have told later times than it stored.
  const unwrittenMs = gap === undefined ? 0 : MAX_UNWRITTEN_MS;
  const start = { wallStart: openedAt, elapsedMs: writtenAt - openedAt + unwrittenMs };
  const parts = partsOf(recipe, { ...options, log }, { start, scenario });
  const sandbox = new Sandbox(parts);
  const load = async (turn: Turn): Promise<void> => {
    try {
      await restore(parts, (into) => read(into, turn));
      if (gap !== undefined) noteGap(parts, gap);
    } catch (error) {
      // After its end, only reports would have mentioned it.
      if (!(error instanceof DamageError && sandbox.ended.aborted)) throw error;
    }
  };
  sandbox.loadWith({ load, note });
  return sandbox;
}

/** Fills the parts of a sandbox, or leaves them empty if that fails. */
async function restore(
  { store, journal, traces, log }: SandboxParts,
  read: (into: SandboxSink) => Promise<void>,
): Promise<void> {
  let numExchanges = 0;
  let pastTraces: PastTraces | undefined;
  try {
    await read({
      addEvents: (events) => store.restore(events),
      addExchanges: (exchanges) => {
        numExchanges += exchanges.length;
        journal.restore(exchanges);
      },
      addTraces: (past) => {
        pastTraces = past;
      },
    });
  } catch (error) {
    store.clear();
    journal.clear();
    throw error;
  }
  if (pastTraces !== undefined) {
    traces.restore(pastTraces);
    // A trace is kept for longer than its exchange.
    journal.skip(pastTraces.lastId);
  }
  // An earlier process may have kept more.
  if (journal.size < numExchanges) log?.keepExchanges(journal.size);
}

/** IDs that may have been given out are not assigned again. */
function noteGap({ store, journal, log }: SandboxParts, gap: JournalGap): void {
  journal.skip(gap.untilId);
  log?.skipExchanges(gap.untilId);
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
  journal.listen((exchange) => {
    store.changes.add({ kind: "exchange", id: exchange.id });
    log?.addExchange(exchange, journal.size);
  });
  return {
    recipe,
    store,
    clock: new Clock(recipe.clock, store, { onStall, start, wallNow }),
    timelines,
    readings: new InputReadings(store.state, timelines),
    journal,
    traces: new Traces(MAX_TRACES, log && ((trace, length) => log.addTrace(trace, length))),
    log,
  };
}
