import type { ClockSpec } from "../../src/core/clock-spec.ts";
import type { Exchange } from "../../src/core/exchange.ts";
import type { Scenario } from "../../src/core/scenario.ts";
import { Sandbox, type SandboxRecipe } from "../../src/state/sandbox.ts";
import type { InputRows } from "../../src/state/sandbox-state.ts";
import type { StateEvent } from "../../src/state/state-event.ts";
import { Store } from "../../src/state/store.ts";
import { wallNow } from "../../src/state/wall-timer.ts";

/** A minimal scenario. */
export const SCENARIO: Scenario = {
  name: "test",
  description: "",
  goodClient: "",
  assumptions: {},
  models: {},
  datasets: {},
  profiles: [],
  rows: [],
  faults: [],
};

/** This machine's clock, and no reports of stalls. */
export const ON_MACHINE = { wall: { now: wallNow, steadyAt: wallNow }, onStall: () => {} };

/** A store that keeps its events. */
class RecordingStore extends Store {
  readonly events: StateEvent[] = [];

  override record(...events: readonly StateEvent[]): void {
    this.events.push(...events);
    super.record(...events);
  }
}

/** A recipe for a sandbox. */
export function recipeOf(change: Partial<SandboxRecipe> = {}): SandboxRecipe {
  return {
    key: "test-key",
    name: "test",
    scenario: SCENARIO,
    seed: 1,
    clock: { mode: "manual" },
    asked: {},
    ...change,
  };
}

/** A sandbox, and the events that changed it, in order. */
export function recordedSandbox(clock: ClockSpec = { mode: "manual" }): {
  readonly sandbox: Sandbox;
  readonly events: readonly StateEvent[];
} {
  const recipe = recipeOf({ clock });
  const store = new RecordingStore(recipe);
  const sandbox = new Sandbox(recipe, store, {
    ...ON_MACHINE,
    journalLimits: { maxCount: 10, maxBytes: 1_000_000 },
  });
  return { sandbox, events: store.events };
}

/** Changes a sandbox with some events. */
export function change(sandbox: Sandbox, ...events: readonly StateEvent[]): void {
  sandbox.record(...events);
}

/** Rows in the form in which a store keeps them. */
export function rowsOf(...texts: readonly string[]): InputRows {
  return {
    length: texts.length,
    bytesOnDisk: 0,
    byteLength: texts.join("").length,
    batches: () => [texts],
  };
}

/** An exchange that counts 1,001 bytes and its body's text. */
export function exchangeOf(id: number, text = ""): Exchange {
  return {
    id,
    at: 0,
    wallAt: 0,
    method: "GET",
    url: "/",
    request: { headers: {} },
    response: { status: 200, headers: {}, body: { byteLength: text.length, text } },
    problems: [],
    end: "finished",
    durationMs: 1,
  };
}
