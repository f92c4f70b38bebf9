import type { Socket } from "node:net";
import type { SimulatorError } from "../core/errors.ts";
import { connectTo, splice } from "../http/forwarding.ts";
import { wallNow, wallPause } from "../state/wall-timer.ts";
import type { LeaderAddress, LeaderLock, PostgresAddress } from "../stores/stores.ts";
import { storeErrorOf } from "./replica-errors.ts";

/** Wall-clock time between attempts to reach the process that leads. */
const RETRY_MS = 50;

/** How a connection can be served. */
export type Routing = {
  /** Number of the listener that accepted it. */
  readonly listener: number;
  /** Serves it in this process. */
  readonly serve: (socket: Socket) => void;
  /** Whether this process leads. */
  readonly isServedHere: () => boolean;
  /** Whether this process can't reach the database. */
  readonly isUnavailable: () => boolean;
};

/** Forwards connections to the process that leads. */
export class LeaderProxy {
  readonly #lock: LeaderLock;
  readonly #instance: string;
  readonly #joined = new Set<Socket>();
  #known: LeaderAddress | undefined;
  #finding: Promise<LeaderAddress | undefined> | undefined;
  #problem: SimulatorError | undefined;

  /** `instance` identifies this process. */
  constructor(lock: LeaderLock, instance: string) {
    this.#lock = lock;
    this.#instance = instance;
  }

  /** Why the database could not say which process leads; undefined if it did. */
  get problem(): SimulatorError | undefined {
    return this.#problem;
  }

  /** Forwards a connection or, if that is not possible in time, serves it here. */
  async route(socket: Socket, routing: Routing): Promise<void> {
    const { listener, serve, isServedHere, isUnavailable } = routing;
    const ignore = (): void => {};
    socket.on("error", ignore);
    const start = wallNow();
    const { timeoutMs, waitMs } = this.#lock.address;
    while (!isServedHere() && !socket.destroyed) {
      const upstream = await this.reach(listener);
      if (upstream !== undefined) {
        this.#join(socket, upstream);
        return;
      }
      const isDown = this.#problem !== undefined || isUnavailable();
      if (wallNow() - start >= (isDown ? Math.min(timeoutMs, waitMs) : waitMs)) break;
      await wallPause(RETRY_MS);
    }
    socket.off("error", ignore);
    if (!socket.destroyed) serve(socket);
  }

  /** A connection to a listener of another process that leads; undefined if none can be reached. */
  async reach(listener: number): Promise<Socket | undefined> {
    const leader = await this.#find();
    const isOther = leader !== undefined && leader.instance !== this.#instance;
    const socket = isOther ? await connectTo(leader, listener) : undefined;
    if (socket === undefined) this.#known = undefined;
    return socket;
  }

  /** Closes the forwarded connections. */
  close(): void {
    for (const socket of this.#joined) socket.destroy();
  }

  #join(socket: Socket, upstream: Socket): void {
    for (const each of [socket, upstream]) {
      this.#joined.add(each);
      each.once("close", () => this.#joined.delete(each));
    }
    splice(socket, upstream);
    if (socket.destroyed) upstream.destroy();
  }

  /** Connections that wait share a query. */
  async #find(): Promise<LeaderAddress | undefined> {
    if (this.#known === undefined) {
      this.#finding ??= this.#ask();
      this.#known = await this.#finding;
    }
    return this.#known;
  }

  async #ask(): Promise<LeaderAddress | undefined> {
    try {
      const leader = await this.#lock.leader();
      this.#problem = undefined;
      return leader;
    } catch (error) {
      this.#problem = storeErrorOf(error);
      return undefined;
    } finally {
      this.#finding = undefined;
    }
  }
}

/** How others reach a listener at a host; undefined if it listens at every address: then the database knows one. */
export function hostForOthers({ replicaHost }: PostgresAddress, host: string): string | undefined {
  const isAny = host === "0.0.0.0" || host === "::";
  return replicaHost ?? (isAny ? undefined : host);
}
