import type { Exchange } from "../core/exchange.ts";
import { Clock, type ClockStart, type OnStall } from "./clock.ts";
import { InputReadings } from "./input-readings.ts";
import { Journal, type JournalLimits } from "./journal.ts";
import { Sandbox, type SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./saved/sandbox-log.ts";
import type { SavedSandbox } from "./saved/saved-sandbox.ts";
import { Store } from "./store.ts";
import { Timelines } from "./timelines.ts";
import { MAX_TRACES, Traces } from "./traces.ts";
import { wallNow } from "./wall-timer.ts";

/** Dependencies for opening a sandbox, besides its recipe. */
export type OpeningOptions = {
  /** Where its changes are stored; undefined if it ends with the process. */
  readonly log?: SandboxLog | undefined;
  /** What it was before; undefined for a new one. */
  readonly past?: SavedSandbox | undefined;
  /** Wall-clock time at which a new one starts; by default, now. */
  readonly openedAt?: number;
  readonly journalLimits: JournalLimits;
  /** Called when something waits for a `manual` clock that is not advanced. */
  readonly onStall: OnStall;
};

/** Creates a sandbox: a new one in its initial state, or one that continues. */
export function openSandbox(
  recipe: SandboxRecipe,
  { journalLimits, onStall, log, past, openedAt = wallNow() }: OpeningOptions,
): Sandbox {
  const store = new Store(recipe.scenario, { log, past: past?.events() });
  const timelines = new Timelines(store.state);
  const traces = new Traces(MAX_TRACES, {
    past: past?.traces() ?? [],
    numDropped: past?.numDroppedTraces ?? 0,
    onAdd: log && ((trace, length) => log.addTrace(trace, length)),
  });
  const exchanges = past?.exchanges() ?? [];
  const journal = new Journal(journalLimits, exchanges, lastIdOf(exchanges, traces));
  journal.listen((exchange) => {
    store.changes.add({ kind: "exchange", id: exchange.id });
    log?.addExchange(exchange, journal.size);
  });
  return new Sandbox({
    recipe,
    store,
    clock: new Clock(recipe.clock, store, { onStall, start: startOf(past, openedAt) }),
    timelines,
    readings: new InputReadings(store.state, timelines),
    journal,
    traces,
    log,
  });
}

/** The clock goes on as if it had kept running, even if the wall clock was set back in the meantime. */
function startOf(past: SavedSandbox | undefined, now: number): ClockStart {
  if (past === undefined) return { wallStart: now, elapsedMs: 0 };
  return { wallStart: past.openedAt, elapsedMs: past.writtenAt - past.openedAt };
}

/** The highest ID of an exchange; a trace is kept for longer than its exchange. */
function lastIdOf(exchanges: readonly Exchange[], traces: Traces): number {
  const all = [...exchanges, ...traces.all()];
  return all.reduce((last, { id }) => Math.max(last, id), 0);
}
