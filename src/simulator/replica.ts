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
import { LeaderSeat } from "../state/saved/postgres/leader-seat.ts";
import {
  type PostgresAddress,
  postgresAddressOf,
} from "../state/saved/postgres/postgres-address.ts";
import type { PostgresDatabase } from "../state/saved/postgres/postgres-database.ts";
import { wallNow, wallPause } from "../state/wall-timer.ts";
import { hostForOthers, LeaderLink } from "./leader-link.ts";
import { seedOf } from "./open-sandboxes.ts";
import { savedIn } from "./open-store.ts";
import { type Ground, openReign, type Reign } from "./reign.ts";
import type { ReignSource } from "./reign-source.ts";
import { noLeaderIn, otherLeadsIn, storeErrorOf } from "./replica-errors.ts";
import { appAt, crossOriginOf } from "./serve.ts";
import { takeAfter } from "./take-after.ts";

/** Wall-clock time between attempts to reach the database. */
const RETRY_MS = 50;
/** Wall-clock time after which a process that can't start says why. */
const NOTICE_MS = 3000;
/** Wall-clock time for which requests in progress may go on when a process doesn't lead any longer. */
const CUT_OFF_MS = 1000;

/** Opens a server that shares its state with others: one process at a time leads, and the others forward their connections to it. */
export async function openReplica(ground: Ground): Promise<ReignSource> {
  const address = postgresAddressOf(ground.settings.store);
  const seat = await LeaderSeat.of(address);
  return new Replica(ground, address, seat).source();
}

class Replica {
  readonly #ground: Ground;
  readonly #address: PostgresAddress;
  readonly #seat: LeaderSeat;
  readonly #instance = randomUUID();
  readonly #listenings: Listening[] = [];
  readonly #forwarded: ForwardedListener;
  readonly #link: LeaderLink;
  readonly #closing = new AbortController();
  #port = 0;
  #reign: Reign | undefined;
  /** Undefined if this process doesn't lead. */
  #opening: Promise<Reign | undefined> | undefined;
  #problem: SimulatorError | undefined;
  #competing: Promise<void> = Promise.resolve();

  constructor(ground: Ground, address: PostgresAddress, seat: LeaderSeat) {
    this.#ground = ground;
    this.#address = address;
    this.#seat = seat;
    this.#link = new LeaderLink(seat, address, this.#instance);
    this.#forwarded = new ForwardedListener(this.#instance, (listener) => this.#taker(listener));
  }

  source(): ReignSource {
    const { settings, staged } = this.#ground;
    return {
      reign: () => this.#leading(),
      seed: () => this.#reign?.open.own.seed ?? seedOf(settings, staged.scenario),
      handlerAt: (address) => this.#handlerAt(address),
      gateway: {
        gateOf: (listener) => this.#gateOf(listener),
        add: (listening) => void this.#listenings.push(listening),
      },
      perform: (caller, call) => this.#perform(caller, call),
      start: () => this.#start(),
      loaded: async () => this.#reign?.host.loaded(),
      stop: () => {
        this.#closing.abort();
        this.#reign?.stop();
      },
      end: async () => {
        this.#link.close();
        await this.#reign?.end();
      },
      close: () => this.#close(),
    };
  }

  /** A process that doesn't lead reaches the one that does as its own clients do. */
  async #perform<Name extends VerbName>(
    { key }: Pick<Caller, "key">,
    call: VerbCall<Name>,
  ): Promise<ResponseOf<Name>> {
    if (this.#reign !== undefined) return perform(this.#reign.host, { key }, call);
    const { settings, urls } = this.#ground;
    const reach = reachAt(urls().controlUrl, settings.controlToken);
    const response = await reach(key ?? "")(call.name, call.args as ArgumentsOf<Name>);
    return response as ResponseOf<Name>;
  }

  #leading(): Reign {
    if (this.#reign !== undefined) return this.#reign;
    throw otherLeadsIn(this.#address);
  }

  /** Resolves when this process leads, or the one that does is known. */
  async #start(): Promise<void> {
    const { host } = this.#ground.settings;
    this.#port = await this.#forwarded.listen(host, this.#address.replicaPort);
    this.#competing = this.#compete();
    const noticeAt = wallNow() + NOTICE_MS;
    let isNoticed = false;
    while (this.#reign === undefined) {
      if (wallNow() > noticeAt && !isNoticed) {
        isNoticed = true;
        this.#ground.settings.onNotice(`SIM_STORE: ${noLeaderIn(this.#address).message}`);
      }
      const socket = await this.#link.reach(0);
      socket?.destroy();
      if (socket !== undefined) return;
      if (this.#problem !== undefined) throw this.#problem;
      await wallPause(RETRY_MS);
    }
  }

  /** Leads whenever possible. */
  async #compete(): Promise<void> {
    const { signal } = this.#closing;
    const { host } = this.#ground.settings;
    while (!signal.aborted) {
      const self = {
        instance: this.#instance,
        port: this.#port,
        host: hostForOthers(this.#address, host),
      };
      let database: PostgresDatabase | undefined;
      try {
        database = await this.#seat.take(self, { signal, onWait: () => this.#recover() });
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
    this.#reign = await this.#opening;
    await database.whenLost();
    if (this.#closing.signal.aborted) return;
    this.#fail(database.lost);
    await this.#depose();
  }

  async #open(database: PostgresDatabase): Promise<Reign | undefined> {
    const { onNotice } = this.#ground.settings;
    const saved = await savedIn(database, { ...this.#ground, onNotice });
    return openReign(this.#ground, saved);
  }

  /** What this process has in memory may be newer or older than what is stored, so nobody may see it. */
  async #depose(): Promise<void> {
    const reign = this.#reign;
    this.#reign = undefined;
    this.#opening = undefined;
    reign?.stop();
    const judged = reign?.end();
    await Promise.all(this.#listenings.map((listening) => listening.cutOff(CUT_OFF_MS)));
    await judged;
    await reign?.saved?.close();
  }

  #fail(error: unknown): void {
    this.#opening = undefined;
    const problem = storeErrorOf(error);
    if (this.#problem === undefined && !this.#closing.signal.aborted)
      this.#ground.settings.onNotice(`SIM_STORE: ${problem.message}`);
    this.#problem = problem;
  }

  /** The database is there again. */
  #recover(): void {
    if (this.#problem !== undefined) this.#ground.settings.onNotice("The store works again.");
    this.#problem = undefined;
  }

  #handlerAt(address: Address): ServedApp {
    const { settings, version, vitals } = this.#ground;
    const apps = new WeakMap<Reign, Express>();
    const current = (): Express | undefined => {
      const reign = this.#reign;
      if (reign === undefined) return undefined;
      const app = apps.get(reign) ?? appAt(reign.parts, address);
      apps.set(reign, app);
      return app;
    };
    const reject = unavailable({
      version,
      vitals: () => vitals.read(),
      problem: () => this.#problem ?? this.#link.problem ?? noLeaderIn(this.#address),
      guard: hostGuard(settings),
      crossOrigin: crossOriginOf(settings),
    });
    return switchedApp(current, reject);
  }

  #gateOf(listener: number): Gate {
    return (socket, serve) => {
      if (this.#reign !== undefined) serve(socket);
      else
        void this.#link.route(socket, {
          listener,
          serve,
          isServedHere: () => this.#reign !== undefined,
          isUnavailable: () => this.#problem !== undefined,
        });
    };
  }

  /** Takes connections that another process forwards; they wait while a reign begins. Undefined if this process doesn't lead. */
  #taker(listener: number): ((socket: Socket) => void) | undefined {
    const opening = this.#opening;
    const listening = this.#listenings[listener];
    if (opening === undefined || listening === undefined) return undefined;
    if (this.#reign !== undefined) return listening.take;
    return (socket) => void takeAfter(opening, listening, socket);
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    this.#forwarded.close();
    await this.#opening?.catch(() => {});
    this.#reign?.stop();
    await this.#reign?.end();
    await this.#reign?.saved?.close();
    await this.#seat.close();
    await this.#competing;
  }
}
