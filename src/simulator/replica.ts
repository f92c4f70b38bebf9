import { randomUUID } from "node:crypto";
import type { Server, Socket } from "node:net";
import type { Express } from "express";
import { reachAt } from "../client/connect.ts";
import type { Reach } from "../control/control.ts";
import type { Probes, ReplicaStatus } from "../control/control-path.ts";
import { perform } from "../control/perform.ts";
import { type SimulatorError, storeError } from "../core/errors.ts";
import { oncePer } from "../core/once-per.ts";
import { beginsWithProbe, forwardedServer } from "../http/forwarding.ts";
import { type Gate, type Listening, openPort } from "../http/listen.ts";
import { hostGuard } from "../http/request/host-guard.ts";
import type { Address } from "../http/request/route.ts";
import type { ServedApp } from "../http/served-app.ts";
import { switchedApp } from "../http/served-app.ts";
import { unavailable } from "../http/unavailable.ts";
import { wallNow, wallPause } from "../state/wall-timer.ts";
import { type LeaderLock, openLeaderLock, type PostgresAddress } from "../stores/stores.ts";
import { LeaderProxy, RETRY_MS } from "./leader-proxy.ts";
import type { LeaderTerm } from "./leader-term.ts";
import { Leadership } from "./leadership.ts";
import { openProbes, type StateProvider } from "./open-probes.ts";
import { crossOriginOf } from "./serve.ts";
import type { ServerParts } from "./server-parts.ts";
import { differenceOf, type SharedOptions, sharedOptionsOf } from "./shared-options.ts";

/** Wall-clock time after which a process that can't start reports the reason. */
const NOTICE_MS = 3000;

/** Opens a server that shares its state: one process leads, and the others forward to it. */
export async function openReplica(server: ServerParts): Promise<StateProvider> {
  const lock = await openLeaderLock(server.settings.store);
  return new Replica(server, lock);
}

class Replica implements StateProvider {
  readonly #server: ServerParts;
  readonly #lock: LeaderLock;
  readonly #instance = randomUUID();
  #listenings: readonly Listening[] = [];
  readonly #forwarded: Server;
  readonly #proxy: LeaderProxy;
  readonly #leadership: Leadership;
  readonly #probes: Probes;
  readonly #options: SharedOptions;

  constructor(server: ServerParts, lock: LeaderLock) {
    this.#server = server;
    this.#lock = lock;
    this.#options = sharedOptionsOf(server);
    this.#probes = openProbes(server, this);
    this.#forwarded = forwardedServer(this.#instance, (listener) => this.#taker(listener));
    this.#leadership = new Leadership({ server, probes: this.#probes, lock });
    const { onNotice } = server.settings;
    const self = { instance: this.#instance, options: this.#options, onNotice };
    this.#proxy = new LeaderProxy(lock, this.#leadership, self);
  }

  current(): LeaderTerm | undefined {
    return this.#leadership.term;
  }

  term(): LeaderTerm {
    if (this.#leadership.term !== undefined) return this.#leadership.term;
    throw storeError(
      `Failed to read the state of this process: another process that uses the store \`${this.#lock.address.name}\` holds the sandboxes. Use \`control\`, which sends requests to that process.`,
    );
  }

  takeovers(): number {
    return this.#leadership.takeovers;
  }

  async problemElsewhere(): Promise<Error | undefined> {
    return (await this.#proxy.reachable()) === undefined ? this.#reason() : undefined;
  }

  stop(): void {
    this.#leadership.stop();
  }

  async end(): Promise<void> {
    this.#proxy.close();
    await this.#leadership.end();
  }

  async close(): Promise<void> {
    this.#forwarded.close();
    await this.#leadership.close();
  }

  /** A follower calls its own URL; the server there forwards the connections to the leader. */
  readonly reach: Reach = (key) => (name, args) => {
    const { term } = this.#leadership;
    if (term !== undefined) return perform(term.host, { key }, { name, args });
    const { settings, urls } = this.#server;
    return reachAt(urls().controlUrl, settings.controlToken)(key)(name, args);
  };

  /** Resolves when this process leads, or can reach another leader. */
  async start(listenings: readonly Listening[]): Promise<void> {
    this.#listenings = listenings;
    const { host } = this.#server.settings;
    const { replicaHost, replicaPort } = this.#lock.address;
    const port = await openPort(this.#forwarded, { host, port: replicaPort });
    // Rejects, before waiting for the lock, if the leader has different options.
    await this.#joins();
    // If this process listens on all addresses, the database supplies the address that it sees.
    const ownHost = host === "0.0.0.0" || host === "::" ? undefined : host;
    const own = { instance: this.#instance, port, host: replicaHost ?? ownHost };
    this.#leadership.start({ ...own, options: JSON.stringify(this.#options) }, listenings);
    void this.#proxy.watch();
    const noticeAt = wallNow() + NOTICE_MS;
    let isNoticed = false;
    while (this.#leadership.term === undefined) {
      if (wallNow() > noticeAt && !isNoticed) {
        isNoticed = true;
        this.#server.settings.onNotice(`SIM_STORE: ${noLeaderIn(this.#lock.address).message}`);
      }
      if (await this.#joins()) return;
      if (this.#leadership.problem !== undefined) throw this.#leadership.problem;
      await wallPause(RETRY_MS);
    }
  }

  status(): ReplicaStatus {
    const { address } = this.#leadership;
    const leader = address ?? this.#proxy.newest;
    const role = address === undefined ? "follower" : "leader";
    if (leader === undefined) return { role };
    return { role, leader: `${leader.host}:${leader.port}`, term: leader.term };
  }

  /** Why this process can't forward connections. */
  #reason(): SimulatorError {
    return this.#leadership.problem ?? this.#proxy.problem ?? noLeaderIn(this.#lock.address);
  }

  /** Whether a leader is reachable. Rejects with a SimulatorError if its options are different. */
  async #joins(): Promise<boolean> {
    const leader = await this.#proxy.reachable();
    const difference = leader && differenceOf(this.#options, leader);
    if (difference !== undefined)
      throw storeError(
        `Failed to join the replicas that share the store \`${this.#lock.address.name}\`: the leader's options differ: ${difference}. Start all replicas with the same options; to change the options, stop all replicas first.`,
      );
    return leader !== undefined;
  }

  handlerAt(address: Address): ServedApp {
    const { settings, version, vitals } = this.#server;
    const appOf = oncePer((term: LeaderTerm) => term.appAt(address));
    const current = (): Express | undefined => {
      const { term } = this.#leadership;
      return term && appOf(term);
    };
    const reject = unavailable({
      version,
      vitals: () => vitals.read(),
      probes: this.#probes,
      token: settings.controlToken,
      problem: () => this.#reason(),
      guard: hostGuard(settings),
      crossOrigin: crossOriginOf(settings),
    });
    return switchedApp(current, reject);
  }

  /** Makes a gate. A leader serves all connections; a follower forwards all except for probes. */
  gateOf(listener: number): Gate {
    return async (socket, serve) => {
      if (this.#leadership.term !== undefined || (await beginsWithProbe(socket))) serve(socket);
      else await this.#proxy.route(socket, listener, serve);
    };
  }

  /** Returns a function that takes forwarded connections; undefined if this is a follower. */
  #taker(listener: number): ((socket: Socket) => void) | undefined {
    const opening = this.#leadership.opening;
    const listening = this.#listenings[listener];
    if (opening === undefined || listening === undefined) return undefined;
    if (this.#leadership.term !== undefined) return listening.take;
    return (socket) => void takeAfter(opening, listening, socket);
  }
}

/** Takes a connection once the state has been read; until then, ignores connection errors. */
async function takeAfter(
  opening: Promise<unknown>,
  listening: Pick<Listening, "take">,
  socket: Socket,
): Promise<void> {
  const ignore = (): void => {};
  socket.on("error", ignore);
  try {
    await opening;
  } catch {
    socket.destroy();
    return;
  }
  socket.off("error", ignore);
  if (!socket.destroyed) listening.take(socket);
}

function noLeaderIn({ name }: PostgresAddress): SimulatorError {
  return storeError(
    `Failed to reach the leader of the replicas that share the store \`${name}\`: it is starting, or can't be reached from here. Retry, or check that the replicas can connect to each other.`,
  );
}
