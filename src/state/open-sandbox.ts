import type { Exchange } from "../core/exchange.ts";
import { Clock, type ClockStart, type OnStall } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Journal, type JournalLimits } from "./journal.ts";
import { Sandbox, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./saved/sandbox-log.ts";
import type { SavedSandbox } from "./saved/saved-sandbox.ts";
import { Store } from "./store.ts";
import { Timelines } from "./timelines.ts";
import { MAX_TRACES, type PastTraces, Traces } from "./traces.ts";
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

/** What a sandbox remembers besides its state. */
type Memory = {
  readonly start: ClockStart;
  readonly exchanges: readonly Exchange[];
  readonly traces?: PastTraces;
};

/** Creates a new sandbox, in its initial state. */
export function openSandbox(recipe: SandboxRecipe, options: OpeningOptions): Sandbox {
  const { wallNow = ownWallNow, openedAt = wallNow() } = options;
  const start = { wallStart: openedAt, elapsedMs: 0 };
  const store = new Store(recipe.scenario, options.log);
  return assembled(recipe, store, {
    ...options,
    start,
    exchanges: [],
  });
}

/** Continues a sandbox of an earlier process. */
export async function restoreSandbox(
  { recipe, log, openedAt, writtenAt, ...past }: SavedSandbox,
  options: OpeningOptions,
): Promise<Sandbox> {
  const store = new Store(recipe.scenario, log);
  // PostgreSQL reads the tables at the same time.
  const [exchanges, traces] = await Promise.all([
    past.exchanges(),
    past.traces(),
    store.restore(past.events()),
  ]);
  return assembled(recipe, store, {
    ...options,
    log,
    // The clock goes on as if it had kept running, even if the wall clock was set back in the meantime.
    start: { wallStart: openedAt, elapsedMs: writtenAt - openedAt },
    exchanges,
    traces,
  });
}

function assembled(
  recipe: SandboxRecipe,
  store: Store,
  { journalLimits, onStall, wallNow, log, start, exchanges, traces: past }: OpeningOptions & Memory,
): Sandbox {
  const timelines = new Timelines(store.state);
  const traces = new Traces(MAX_TRACES, {
    past,
    onAdd: log && ((trace, length) => log.addTrace(trace, length)),
  });
  const journal = new Journal(journalLimits, exchanges, lastIdOf(exchanges, past));
  // An earlier process may have kept more.
  if (journal.size < exchanges.length) log?.keepExchanges(journal.size);
  journal.listen((exchange) => {
    store.changes.add({ kind: "exchange", id: exchange.id });
    log?.addExchange(exchange, journal.size);
  });
  return new Sandbox({
    recipe,
    store,
    clock: new Clock(recipe.clock, store, { onStall, start, wallNow }),
    timelines,
    readings: new InputReadings(store.state, timelines),
    journal,
    traces,
    log,
  });
}

/** The highest ID of an exchange; a trace is kept for longer than its exchange. */
function lastIdOf(exchanges: readonly Exchange[], traces: PastTraces | undefined): number {
  return exchanges.reduce((last, { id }) => Math.max(last, id), traces?.lastId ?? 0);
}
