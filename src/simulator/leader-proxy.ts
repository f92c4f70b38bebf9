import type { Socket } from "node:net";
import { SimulatorError, storeError } from "../core/errors.ts";
import { connectTo, splice } from "../http/forwarding.ts";
import { monotonicNow, wallNow, wallPause } from "../state/wall-timer.ts";
import type { LeaderAddress, LeaderLock } from "../stores/stores.ts";
import { differenceOf, type SharedOptions } from "./shared-options.ts";

/** Wall-clock time between attempts to reach the leader or the database. */
export const RETRY_MS = 50;

/** Wall-clock time between queries for the leader while connections are forwarded. */
const WATCH_MS = 500;

/** Milliseconds for which the result of a query for the leader is considered current. */
const CONFIRMED_MS = 1000;

type Follower = {
  readonly instance: string;
  readonly options: SharedOptions;
  readonly onNotice: (notice: string) => void;
};

type OwnLead = { readonly term: unknown; readonly problem: SimulatorError | undefined };

/** Forwards connections to the leader, and closes them when another process becomes the leader. */
export class LeaderProxy {
  readonly #lock: LeaderLock;
  readonly #leadership: OwnLead;
  readonly #self: Follower;
  /** Both sockets of each forwarded connection, with the number of the leader's term. */
  readonly #joined = new Map<Socket, number>();
  readonly #closing = new AbortController();
  #known: { readonly leader: LeaderAddress; readonly askedAt: number } | undefined;
  #finding: Promise<LeaderAddress | undefined> | undefined;
  /** Why the last query for the leader failed; undefined if it succeeded. */
  problem: SimulatorError | undefined;
  /** The most recent leader, other than this process, that this process knows of. */
  newest: LeaderAddress | undefined;

  constructor(lock: LeaderLock, leadership: OwnLead, self: Follower) {
    this.#lock = lock;
    this.#leadership = leadership;
    this.#self = self;
  }

  /** Forwards a connection or, if that is not possible in time, serves it in this process. */
  async route(socket: Socket, listener: number, serve: (socket: Socket) => void): Promise<void> {
    const ignore = (): void => {};
    socket.on("error", ignore);
    const start = wallNow();
    const { timeoutMs, waitMs } = this.#lock.address;
    while (this.#leadership.term === undefined && !socket.destroyed) {
      const reached = await this.#reach(listener);
      if (reached !== undefined) {
        this.#join(socket, reached.upstream, reached.leader.term);
        return;
      }
      const isDown = (this.problem ?? this.#leadership.problem) !== undefined;
      if (wallNow() - start >= (isDown ? Math.min(timeoutMs, waitMs) : waitMs)) break;
      await wallPause(RETRY_MS);
    }
    socket.off("error", ignore);
    if (!socket.destroyed) serve(socket);
  }

  /** Another process that leads and accepts connections; undefined if there is none. */
  async reachable(): Promise<LeaderAddress | undefined> {
    const reached = await this.#reach(0);
    reached?.upstream.destroy();
    return reached?.leader;
  }

  close(): void {
    this.#closing.abort();
    for (const socket of this.#joined.keys()) socket.destroy();
  }

  async #reach(listener: number) {
    const leader = await this.#find();
    const isOther = leader !== undefined && leader.instance !== this.#self.instance;
    const upstream = isOther ? await connectTo(leader, listener) : undefined;
    if (isOther && upstream !== undefined) return { leader, upstream };
    this.#known = undefined;
    return undefined;
  }

  #join(socket: Socket, upstream: Socket, term: number): void {
    for (const each of [socket, upstream]) {
      this.#joined.set(each, term);
      each.once("close", () => this.#joined.delete(each));
    }
    splice(socket, upstream);
    if (socket.destroyed) upstream.destroy();
  }

  /** Until `close` is called, closes connections to earlier leaders, which may be unreachable. */
  async watch(): Promise<void> {
    const { signal } = this.#closing;
    for (; !signal.aborted; await wallPause(WATCH_MS, signal)) {
      if (this.#leadership.term !== undefined) continue;
      this.#known = undefined;
      const leader = await this.#find();
      if (leader === undefined || signal.aborted) continue;
      this.#note(leader);
      for (const [socket, term] of this.#joined) if (term < leader.term) socket.destroy();
    }
  }

  #note(leader: LeaderAddress): void {
    const { host, port, instance, term } = leader;
    const { instance: own, options, onNotice } = this.#self;
    if (instance === own || term === this.newest?.term) return;
    this.newest = leader;
    const difference = differenceOf(options, leader);
    const others = difference === undefined ? "" : `, and has different options: ${difference}`;
    onNotice(`Term ${term}: the replica at ${host}:${port} leads${others}.`);
  }

  /** Finds the leader. Waiting connections share one query. */
  async #find(): Promise<LeaderAddress | undefined> {
    const known = this.#known;
    if (known !== undefined && monotonicNow() - known.askedAt < CONFIRMED_MS) return known.leader;
    this.#finding ??= this.#ask();
    return this.#finding;
  }

  async #ask(): Promise<LeaderAddress | undefined> {
    const askedAt = monotonicNow();
    try {
      const leader = await this.#lock.leader();
      this.problem = undefined;
      this.#known = leader && { leader, askedAt };
      return leader;
    } catch (error) {
      this.problem = storeErrorOf(error);
      return undefined;
    } finally {
      this.#finding = undefined;
    }
  }
}

export function storeErrorOf(error: unknown): SimulatorError {
  if (error instanceof SimulatorError) return error;
  return storeError(`Failed to read the store: ${error}.`, error);
}
