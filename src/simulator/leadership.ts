import type { Probes } from "../control/control-path.ts";
import type { SimulatorError } from "../core/errors.ts";
import type { Listening } from "../http/listen.ts";
import { wallPause } from "../state/wall-timer.ts";
import type { LeaderAddress, LeaderLock, LockHolder, PostgresDatabase } from "../stores/stores.ts";
import { RETRY_MS, storeErrorOf } from "./leader-proxy.ts";
import { type LeaderTerm, openTerm } from "./leader-term.ts";
import type { ServerParts } from "./server-parts.ts";

/** The states of a replica, and the next state after each event. */
export const REPLICA_TRANSITIONS = {
  /** The process tries to reach the database. */
  connecting: { "database reached": "following", failed: "connecting", closed: "closed" },
  /** The process forwards connections to the leader, and waits for the lock. */
  following: { "lock taken": "opening", failed: "connecting", closed: "closed" },
  /** The process has the lock, and reads the state; connections wait. */
  opening: { "state read": "leading", failed: "stepping down", closed: "closed" },
  /** The process serves connections. */
  leading: { failed: "stepping down", closed: "closed" },
  /** The process has lost the lock: it discards the state, and cuts off responses. */
  "stepping down": { "stepped down": "connecting", closed: "closed" },
  closed: {},
} as const;

type Transitions = typeof REPLICA_TRANSITIONS;

export type ReplicaState = keyof Transitions;

/** `failed` means that the database connection failed, or that the state could not be read. */
export type ReplicaEvent = { [State in ReplicaState]: keyof Transitions[State] }[ReplicaState];

/** Returns the state after an event. Throws a RangeError if the event can't happen in `state`. */
export function stateAfter(state: ReplicaState, event: ReplicaEvent): ReplicaState {
  const transitions: Readonly<Partial<Record<ReplicaEvent, ReplicaState>>> =
    REPLICA_TRANSITIONS[state];
  const next = transitions[event];
  if (next === undefined)
    throw new RangeError(`Expected no event \`${event}\` in the state \`${state}\`.`);
  return next;
}

/** Wall-clock milliseconds in which requests may finish once a process no longer leads. */
const CUT_OFF_MS = 1000;

export type LeadershipParts = {
  readonly server: ServerParts;
  readonly probes: Probes;
  readonly lock: LeaderLock;
};

/** Takes the lock whenever possible, and holds the state while this process leads. */
export class Leadership {
  readonly #parts: LeadershipParts;
  readonly #closing = new AbortController();
  #state: ReplicaState = "connecting";
  #term: LeaderTerm | undefined;
  #opening: Promise<LeaderTerm> | undefined;
  #address: LeaderAddress | undefined;
  /** Number of times that this process has become the leader. */
  takeovers = 0;
  /** Why this process can't reach the database, or could not read the state. */
  problem: SimulatorError | undefined;
  #listenings: readonly Listening[] = [];
  #competing: Promise<void> = Promise.resolve();

  constructor(parts: LeadershipParts) {
    this.#parts = parts;
  }

  /** This process's term; undefined if it doesn't lead. */
  get term(): LeaderTerm | undefined {
    return this.#state === "leading" ? this.#term : undefined;
  }

  /** The address at which other processes reach this one; undefined if this one doesn't lead. */
  get address(): LeaderAddress | undefined {
    return this.#state === "leading" ? this.#address : undefined;
  }

  /** The term, even while its state is being read; undefined if this process lacks the lock. */
  get opening(): Promise<LeaderTerm> | undefined {
    return this.#state === "opening" || this.#state === "leading" ? this.#opening : undefined;
  }

  /** Other processes reach this one at `self`; clients reach it at `listenings`. */
  start(self: LockHolder, listenings: readonly Listening[]): void {
    this.#listenings = listenings;
    this.#competing = this.#compete(self);
  }

  /** Stops watching the scenario's file, and ends event streams. No further term begins. */
  stop(): void {
    this.#closing.abort();
    this.#term?.stop();
  }

  async end(): Promise<void> {
    await this.#term?.end();
  }

  /** Stores the remaining changes, and releases the lock. Resolves when all work has ended. */
  async close(): Promise<void> {
    this.stop();
    await this.#opening?.catch(() => {});
    const term = this.#term;
    this.#enter("closed");
    term?.stop();
    await term?.end();
    await term?.saved?.close();
    await this.#parts.lock.close();
    await this.#competing;
  }

  #enter(event: ReplicaEvent): void {
    this.#state = stateAfter(this.#state, event);
  }

  async #compete(self: LockHolder): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let database: PostgresDatabase | undefined;
      try {
        database = await this.#takeLock(self);
        await this.#lead(database);
      } catch (error) {
        this.#fail(error);
      }
      if (this.#state === "stepping down") await this.#stepDown();
      await database?.close().catch(() => {});
      if (!signal.aborted) await wallPause(RETRY_MS, signal);
    }
  }

  async #takeLock(self: LockHolder): Promise<PostgresDatabase> {
    const { lock, server } = this.#parts;
    const { signal } = this.#closing;
    const onWait = (): void => {
      if (signal.aborted) return;
      this.#enter("database reached");
      if (this.problem !== undefined) server.settings.onNotice("The store works again.");
      this.problem = undefined;
    };
    const database = await lock.take(self, { signal, onWait });
    if (!signal.aborted) this.#enter("lock taken");
    return database;
  }

  /** Leads, and resolves when this process no longer leads. */
  async #lead(database: PostgresDatabase): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#opening = this.#open(database);
    this.#term = await this.#opening;
    if (this.#closing.signal.aborted) return;
    this.#address = database.leader;
    this.#enter("state read");
    this.takeovers++;
    this.#parts.server.settings.onNotice(`Term ${database.leader.term}: this replica leads.`);
    await database.whenLost();
    this.#fail(database.lost);
  }

  /** Reads the state, and waits until the predecessor can no longer respond to requests. */
  async #open(database: PostgresDatabase): Promise<LeaderTerm> {
    const { server, probes } = this.#parts;
    const term = await openTerm(server, database, probes);
    await database.whenAlone();
    return term;
  }

  /** Discards this process's copy of the state, which may be newer or older than the store's. */
  async #stepDown(): Promise<void> {
    const term = this.#term;
    this.#term = undefined;
    this.#opening = undefined;
    term?.stop();
    const judged = term?.end();
    // Closes the connections whose requests this process was handling.
    await Promise.all(this.#listenings.map((listening) => listening.cutOff(CUT_OFF_MS)));
    await judged;
    await term?.saved?.close();
    if (this.#state === "stepping down") this.#enter("stepped down");
  }

  #fail(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#enter("failed");
    const problem = storeErrorOf(error);
    if (this.problem === undefined)
      this.#parts.server.settings.onNotice(`SIM_STORE: ${problem.message}`);
    this.problem = problem;
  }
}
