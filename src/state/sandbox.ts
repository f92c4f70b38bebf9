import type { Firing } from "../core/firing.ts";
import type { SchemaMatcher } from "../core/profile-rule.ts";
import type { Scenario } from "../core/scenario.ts";
import { type FaultCall, type FaultHits, selectFault } from "../core/select-fault.ts";
import type { Clock } from "./clock.ts";
import { Journal } from "./journal.ts";
import { RateWindow } from "./rate-window.ts";
import { Store } from "./store.ts";

/** What a sandbox is made from. */
export type SandboxOptions = {
  /** Part of every id that the sandbox gives, so that ids of one can't be guessed in another. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly seed: number;
  readonly clock: Clock;
};

/** The world of one API key: its clock, jobs, datasets, scenario, seed, fault counters and journal. */
export class Sandbox<Rows> {
  readonly name: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly store: Store<Rows> = new Store();
  readonly journal: Journal = new Journal();
  readonly rate: RateWindow = new RateWindow();
  #scenario: Scenario;
  #faultHits: FaultHits = new Map();
  readonly #calls = new Map<string, number>();

  constructor(options: SandboxOptions) {
    this.name = options.name;
    this.#scenario = options.scenario;
    this.seed = options.seed;
    this.clock = options.clock;
  }

  get scenario(): Scenario {
    return this.#scenario;
  }

  /** Plays another scenario from here on. Jobs that are there go on as they were; a fault rule of the same name keeps its hits. */
  play(scenario: Scenario): void {
    this.#scenario = scenario;
  }

  /** The fault that fires on a call; its counter has moved when this returns. */
  fireFault(call: Omit<FaultCall, "nth">, matches: SchemaMatcher): Firing | undefined {
    if (this.scenario.faults.length === 0) return undefined;
    const key = `${call.operationId} ${call.jobId ?? ""}`;
    const nth = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, nth);
    const context = { seed: this.seed, hits: this.#faultHits, matches };
    const { firing, hits } = selectFault(this.scenario.faults, { ...call, nth }, context);
    this.#faultHits = hits;
    return firing;
  }
}
