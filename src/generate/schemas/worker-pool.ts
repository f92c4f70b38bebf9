import { SimulatorError, StoppedError } from "../../core/errors.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { GuardedWorker, type WorkerLimits, type WorkerSettings } from "./guarded-worker.ts";

const LIMITS: WorkerLimits = { hungAfterMs: 60_000, megabytes: 256 };
/** Node.js can't wait longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** With two, a hostile schema delays only some of the others. */
const WORKERS = 2;
/** Number of schemas whose workers are remembered. */
const MOST_KNOWN = 100;
/** Maximum number of a key's creates that wait for a worker. */
const MOST_WAITING = 50;

/** Settings of a pool's workers. */
export type PoolSettings = Omit<WorkerSettings, "limits"> & {
  /** Multiple of the usual work that a request may take; at least 1. */
  readonly factor: number;
};

/** A request about a schema. */
export type PoolRequest = {
  /** The sandbox for which it is made. */
  readonly key: string;
  /** The schema's JSON text. */
  readonly text: string;
  readonly request: object;
  /** Whether it is for a job that has been accepted; these requests come first. */
  readonly isForJob: boolean;
};

type Job = {
  readonly text: string;
  readonly start: (worker: GuardedWorker) => Promise<void>;
  readonly reject: (error: Error) => void;
};

/**
 * Workers that share the schemas. Keys take turns, and a key keeps one worker at most busy while another key waits. A request goes to
 * the worker that has compiled its schema, if that one is free.
 */
export class WorkerPool {
  readonly #idle: GuardedWorker[];
  readonly #all: readonly GuardedWorker[];
  readonly #queue = new FairQueue<Job>();
  /** Workers by the text of a schema, in order of last use. */
  readonly #byText = new Map<string, GuardedWorker>();
  #isClosed = false;

  /** Each worker starts with its first request. */
  constructor({ factor, ...settings }: PoolSettings) {
    const hungAfterMs = Math.min(LONGEST_TIMER_MS, LIMITS.hungAfterMs * factor);
    const limits = { ...LIMITS, hungAfterMs };
    this.#all = Array.from({ length: WORKERS }, () => new GuardedWorker({ ...settings, limits }));
    this.#idle = [...this.#all];
  }

  /**
   * The response to a request. Rejects with a SimulatorError: `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory, and
   * `SIM_BUSY` if too many of the key's requests wait.
   */
  async ask<Response>({ key, text, request, isForJob }: PoolRequest): Promise<Response> {
    if (this.#isClosed) throw closed();
    if (!isForJob && this.#queue.waitingFor(key) >= MOST_WAITING) throw tooManyWaiting();
    return new Promise<Response>((resolve, reject) => {
      const start = (worker: GuardedWorker): Promise<void> =>
        worker.ask<Response>(request, isForJob ? "make rows for" : "compile").then(resolve, reject);
      this.#queue.add({ key, item: { text, start, reject } }, isForJob);
      this.#startNext();
    });
  }

  /** Stops the workers. Requests without a response fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.takeAll()) reject(closed());
    await Promise.all(this.#all.map((worker) => worker.close()));
  }

  #startNext(): void {
    if (this.#idle.length === 0) return;
    const next = this.#queue.next();
    if (next === undefined) return;
    const { key, item } = next;
    const worker = this.#takeWorker(item.text);
    void item.start(worker).finally(() => {
      this.#queue.end(key);
      this.#idle.push(worker);
      this.#startNext();
    });
    this.#startNext();
  }

  /** The idle worker that knows the schema, or the one that has been idle longest. */
  #takeWorker(text: string): GuardedWorker {
    const known = this.#idle.findIndex((worker) => worker === this.#byText.get(text));
    const [worker] = this.#idle.splice(Math.max(0, known), 1);
    if (worker === undefined) throw new RangeError("Expected an idle worker.");
    this.#byText.delete(text);
    this.#byText.set(text, worker);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > MOST_KNOWN && oldest !== undefined) this.#byText.delete(oldest);
    return worker;
  }
}

function closed(): Error {
  return new StoppedError("The workers that compile JSON Schemas were stopped.");
}

function tooManyWaiting(): SimulatorError {
  return new SimulatorError(
    "SIM_BUSY",
    `Failed to compile the JSON Schema: ${MOST_WAITING} requests with this key already wait for a worker. Send fewer of them at once.`,
  );
}
