import type { ClockSpec } from "../core/clock-spec.ts";
import type { FaultRule } from "../core/faults/fault.ts";
import type { Firing } from "../core/faults/firing.ts";
import {
  type FaultCall,
  type FaultHits,
  selectFault,
  withoutFiring,
} from "../core/faults/select-fault.ts";
import type { SchemaMatcher } from "../core/profile-rule.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Clock } from "./clock.ts";
import type { Journal } from "./journal.ts";
import { PlacedFiles } from "./placed-files.ts";
import { RateWindow } from "./rate-window.ts";
import { Store } from "./store.ts";
import { Traces } from "./traces.ts";

/** All that a sandbox is made from: the same recipe makes the same sandbox again. */
export type SandboxRecipe = {
  /** The key that names the sandbox; undefined of the default one. */
  readonly key: string | undefined;
  /** Part of every id that the sandbox gives; no other sandbox of the server has it. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly clock: ClockSpec;
  /** The recipe as it would be now: the server's scenario may have been reloaded meanwhile. */
  readonly renewed: () => SandboxRecipe;
};

/** A recipe, and what keeps the time and the journal of it. */
export type SandboxParts = {
  readonly recipe: SandboxRecipe;
  readonly clock: Clock;
  readonly journal: Journal;
};

/** Rough size of a sandbox that holds nothing. */
const BASE_BYTES = 10_000;

/** The world of one API key: its clock, jobs, datasets, scenario, seed, fault counters and journal. */
export class Sandbox {
  readonly recipe: SandboxRecipe;
  readonly name: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly traces: Traces = new Traces();
  readonly store: Store = new Store();
  readonly files: PlacedFiles = new PlacedFiles();
  readonly rate: RateWindow = new RateWindow();
  /** Requests and verbs that are under way in it. */
  uses = 0;
  readonly #ended = new AbortController();
  #scenario: Scenario;
  #faultHits: FaultHits = new Map();
  #calls = new Map<string, number>();

  constructor({ recipe, clock, journal }: SandboxParts) {
    this.recipe = recipe;
    this.name = recipe.name;
    this.seed = recipe.seed;
    this.#scenario = recipe.scenario;
    this.clock = clock;
    this.journal = journal;
  }

  /** The scenario in force: the recipe's, until another one is played. */
  get scenario(): Scenario {
    return this.#scenario;
  }

  /** Plays another scenario from here on. Jobs that are there go on as they were; a fault rule of the same name keeps its hits. */
  play(scenario: Scenario): void {
    this.#scenario = scenario;
    const names = new Set(scenario.faults.map(({ name }) => name));
    this.#faultHits = new Map([...this.#faultHits].filter(([name]) => names.has(name)));
  }

  /** Counts the calls that fault rules meet from nothing again. */
  forgetCalls(): void {
    this.#faultHits = new Map();
    this.#calls = new Map();
  }

  /** The rule among `faults` that fires on a call, if any; its counter has moved when this returns. */
  fireFault(
    faults: readonly FaultRule[],
    call: Omit<FaultCall, "nth">,
    matches: SchemaMatcher,
  ): Firing | undefined {
    if (faults.length === 0) return undefined;
    const key = `${call.operationId} ${call.jobId ?? ""}`;
    const nth = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, nth);
    const context = { seed: this.seed, hits: this.#faultHits, matches };
    const { firing, hits } = selectFault(faults, { ...call, nth }, context);
    this.#faultHits = hits;
    return firing;
  }

  /** Takes a firing back: the fault left the call as it was. */
  takeBack(firing: Firing): void {
    this.#faultHits = withoutFiring(this.#faultHits, firing);
  }

  get faultHits(): FaultHits {
    return this.#faultHits;
  }

  /** Calls so far by operation and job; counted while there are faults. */
  get calls(): ReadonlyMap<string, number> {
    return this.#calls;
  }

  /** Rough size of all that the sandbox holds. */
  get byteLength(): number {
    const { store, journal, files } = this;
    return BASE_BYTES + store.byteLength + journal.byteLength + files.byteLength;
  }

  /** Aborts when the sandbox has ended: reset, deleted or dropped. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends the sandbox: what waits for its clock goes on, and nobody finds it any more. */
  end(): void {
    this.#ended.abort();
    this.clock.close();
  }
}
