import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Express } from "express";
import { reachAt } from "../client/connect.ts";
import type { ArgumentsOf, ResponseOf, VerbName } from "../control/control-verbs.ts";
import { type Caller, perform, type VerbCall } from "../control/perform.ts";
import type { SimulatorError } from "../core/errors.ts";
import { ForwardedListener } from "../http/forwarding.ts";
import type { Gate } from "../http/gate.ts";
import type { Listening } from "../http/listen.ts";
import type { ServedApp } from "../http/message-classes.ts";
import { hostGuard } from "../http/request/host-guard.ts";
import type { Address } from "../http/request/route.ts";
import { switchedApp } from "../http/switched-app.ts";
import { unavailable } from "../http/unavailable.ts";
import { wallNow, wallPause } from "../state/wall-timer.ts";
import {
  type LeaderLock,
  openLeaderLock,
  openStoreIn,
  type PostgresAddress,
  type PostgresDatabase,
} from "../stores/stores.ts";
import { hostForOthers, LeaderProxy } from "./leader-proxy.ts";
import { type LeaderTerm, openTerm, type ServerParts } from "./leader-term.ts";
import { seedOf } from "./open-sandboxes.ts";
import { noLeaderIn, otherLeadsIn, storeErrorOf } from "./replica-errors.ts";
import { appAt, crossOriginOf } from "./serve.ts";
import type { StateProvider } from "./state-provider.ts";
import { storeOptions } from "./store-options.ts";
import { takeAfter } from "./take-after.ts";

/** Wall-clock time between attempts to reach the database. */
const RETRY_MS = 50;
/** Wall-clock time after which a process that can't start says why. */
const NOTICE_MS = 3000;
/** Wall-clock time for which requests in progress may go on when a process doesn't lead any longer. */
const CUT_OFF_MS = 1000;

/** Opens a server that shares its state with others: one process at a time leads, and the others forward their connections to it. */
export async function openReplica(server: ServerParts): Promise<StateProvider> {
  const lock = await openLeaderLock(server.settings.store);
  return new Replica(server, lock).provider();
}

class Replica {
  readonly #server: ServerParts;
  readonly #address: PostgresAddress;
  readonly #lock: LeaderLock;
  readonly #instance = randomUUID();
  readonly #listenings: Listening[] = [];
  readonly #forwarded: ForwardedListener;
  readonly #proxy: LeaderProxy;
  readonly #closing = new AbortController();
  #port = 0;
  #term: LeaderTerm | undefined;
  /** Undefined if this process doesn't lead. */
  #opening: Promise<LeaderTerm | undefined> | undefined;
  #problem: SimulatorError | undefined;
  #competing: Promise<void> = Promise.resolve();

  constructor(server: ServerParts, lock: LeaderLock) {
    this.#server = server;
    this.#address = lock.address;
    this.#lock = lock;
    this.#proxy = new LeaderProxy(lock, this.#instance);
    this.#forwarded = new ForwardedListener(this.#instance, (listener) => this.#taker(listener));
  }

  provider(): StateProvider {
    const { settings, staged } = this.#server;
    return {
      term: () => this.#leading(),
      seed: () => this.#term?.open.own.seed ?? seedOf(settings, staged.scenario),
      handlerAt: (address) => this.#handlerAt(address),
      gateway: {
        gateOf: (listener) => this.#gateOf(listener),
        add: (listening) => void this.#listenings.push(listening),
      },
      perform: (caller, call) => this.#perform(caller, call),
      start: () => this.#start(),
      loaded: async () => this.#term?.host.loaded(),
      stop: () => {
        this.#closing.abort();
        this.#term?.stop();
      },
      end: async () => {
        this.#proxy.close();
        await this.#term?.end();
      },
      close: () => this.#close(),
    };
  }

  /** A process that doesn't lead reaches the one that does as its own clients do. */
  async #perform<Name extends VerbName>(
    { key }: Pick<Caller, "key">,
    call: VerbCall<Name>,
  ): Promise<ResponseOf<Name>> {
    if (this.#term !== undefined) return perform(this.#term.host, { key }, call);
    const { settings, urls } = this.#server;
    const reach = reachAt(urls().controlUrl, settings.controlToken);
    const response = await reach(key ?? "")(call.name, call.args as ArgumentsOf<Name>);
    return response as ResponseOf<Name>;
  }

  #leading(): LeaderTerm {
    if (this.#term !== undefined) return this.#term;
    throw otherLeadsIn(this.#address);
  }

  /** Resolves when this process leads, or the one that does is known. */
  async #start(): Promise<void> {
    const { host } = this.#server.settings;
    this.#port = await this.#forwarded.listen(host, this.#address.replicaPort);
    this.#competing = this.#compete();
    const noticeAt = wallNow() + NOTICE_MS;
    let isNoticed = false;
    while (this.#term === undefined) {
      if (wallNow() > noticeAt && !isNoticed) {
        isNoticed = true;
        this.#server.settings.onNotice(`SIM_STORE: ${noLeaderIn(this.#address).message}`);
      }
      const socket = await this.#proxy.reach(0);
      socket?.destroy();
      if (socket !== undefined) return;
      if (this.#problem !== undefined) throw this.#problem;
      await wallPause(RETRY_MS);
    }
  }

  /** Leads whenever possible. */
  async #compete(): Promise<void> {
    const { signal } = this.#closing;
    const { host } = this.#server.settings;
    while (!signal.aborted) {
      const self = {
        instance: this.#instance,
        port: this.#port,
        host: hostForOthers(this.#address, host),
      };
      let database: PostgresDatabase | undefined;
      try {
        database = await this.#lock.take(self, { signal, onWait: () => this.#recover() });
        if (database !== undefined && !signal.aborted) await this.#lead(database);
      } catch (error) {
        this.#fail(error);
      }
      await database?.close().catch(() => {});
      if (signal.aborted) return;
      await wallPause(RETRY_MS);
    }
  }

  async #lead(database: PostgresDatabase): Promise<void> {
    this.#opening = this.#open(database);
    this.#term = await this.#opening;
    await database.whenLost();
    if (this.#closing.signal.aborted) return;
    this.#fail(database.lost);
    await this.#stepDown();
  }

  async #open(database: PostgresDatabase): Promise<LeaderTerm | undefined> {
    const saved = await openStoreIn(database, storeOptions(this.#server));
    return openTerm(this.#server, saved);
  }

  /** What this process has in memory may be newer or older than what is stored, so nobody may see it. */
  async #stepDown(): Promise<void> {
    const term = this.#term;
    this.#term = undefined;
    this.#opening = undefined;
    term?.stop();
    const judged = term?.end();
    await Promise.all(this.#listenings.map((listening) => listening.cutOff(CUT_OFF_MS)));
    await judged;
    await term?.saved?.close();
  }

  #fail(error: unknown): void {
    this.#opening = undefined;
    const problem = storeErrorOf(error);
    if (this.#problem === undefined && !this.#closing.signal.aborted)
      this.#server.settings.onNotice(`SIM_STORE: ${problem.message}`);
    this.#problem = problem;
  }

  /** The database is there again. */
  #recover(): void {
    if (this.#problem !== undefined) this.#server.settings.onNotice("The store works again.");
    this.#problem = undefined;
  }

  #handlerAt(address: Address): ServedApp {
    const { settings, version, vitals } = this.#server;
    const apps = new WeakMap<LeaderTerm, Express>();
    const current = (): Express | undefined => {
      const term = this.#term;
      if (term === undefined) return undefined;
      const app = apps.get(term) ?? appAt(term.parts, address);
      apps.set(term, app);
      return app;
    };
    const reject = unavailable({
      version,
      vitals: () => vitals.read(),
      problem: () => this.#problem ?? this.#proxy.problem ?? noLeaderIn(this.#address),
      guard: hostGuard(settings),
      crossOrigin: crossOriginOf(settings),
    });
    return switchedApp(current, reject);
  }

  #gateOf(listener: number): Gate {
    return (socket, serve) => {
      if (this.#term !== undefined) serve(socket);
      else
        void this.#proxy.route(socket, {
          listener,
          serve,
          isServedHere: () => this.#term !== undefined,
          isUnavailable: () => this.#problem !== undefined,
        });
    };
  }

  /** Takes connections that another process forwards; they wait while a term begins. Undefined if this process doesn't lead. */
  #taker(listener: number): ((socket: Socket) => void) | undefined {
    const opening = this.#opening;
    const listening = this.#listenings[listener];
    if (opening === undefined || listening === undefined) return undefined;
    if (this.#term !== undefined) return listening.take;
    return (socket) => void takeAfter(opening, listening, socket);
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    this.#forwarded.close();
    await this.#opening?.catch(() => {});
    this.#term?.stop();
    await this.#term?.end();
    await this.#term?.saved?.close();
    await this.#lock.close();
    await this.#competing;
  }
}
