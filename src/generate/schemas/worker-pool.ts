import { SimulatorError } from "../../core/errors.ts";
import {
  GuardedWorker,
  isOutOfMemory,
  type LimitErrors,
  type WorkerSettings,
} from "../../workers/guarded-worker.ts";
import { Seats } from "../../workers/seats.ts";

const LIMITS = { hungAfterMs: 60_000, megabytes: 256 };
/** Maximum delay of a timer in Node.js. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Number of workers: with two, a hostile schema delays only some of the other requests. */
const WORKERS = 2;
/** Maximum number of schemas to remember, each with the worker that compiled it. */
const MOST_KNOWN = 100;

export type PoolSettings = Omit<WorkerSettings, "limits"> & {
  /** Multiplies a request's time limit. At least 1; larger if schemas are allowed more steps. */
  readonly factor: number;
};

export type PoolRequest = {
  /** The sandbox for which the request is made. */
  readonly key: string;
  /** The schema's JSON text. */
  readonly text: string;
  readonly request: object;
  /** Whether the request is for an accepted job; such requests come first. */
  readonly isForJob: boolean;
};

/** Workers for requests about schemas. A request prefers the worker that compiled its schema. */
export class WorkerPool {
  readonly #idle: GuardedWorker[];
  readonly #all: readonly GuardedWorker[];
  readonly #seats = new Seats({
    count: WORKERS,
    isOnePerKey: false,
    busy: (most) =>
      new SimulatorError(
        "SIM_BUSY",
        `Failed to compile the JSON Schema: ${most} of this API key's requests are already waiting for a worker. Send fewer requests at once.`,
      ),
  });
  /** Workers by schema text, least recently used first. */
  readonly #byText = new Map<string, GuardedWorker>();

  /** Each worker starts on its first request. */
  constructor({ factor, ...settings }: PoolSettings) {
    const hungAfterMs = Math.min(LONGEST_TIMER_MS, LIMITS.hungAfterMs * factor);
    const limits = { ...LIMITS, hungAfterMs };
    this.#all = Array.from({ length: WORKERS }, () => new GuardedWorker({ ...settings, limits }));
    this.#idle = [...this.#all];
  }

  /**
   * The response to a request. Rejects with a SimulatorError: `SIM_SCHEMA_LIMIT` if the worker
   * hangs or runs out of memory, and `SIM_BUSY` if too many of the key's requests are waiting.
   */
  async ask<Response>({ key, text, request, isForJob }: PoolRequest): Promise<Response> {
    const errors = isForJob ? MAKING : COMPILING;
    await this.#seats.take(key, isForJob);
    const worker = this.#takeWorker(text);
    const isUsed = worker.isRunning;
    try {
      return await worker.ask<Response>(request, errors).catch((error: Error) => {
        // Earlier schemas may have left too little memory for this one.
        if (isUsed && isOutOfMemory(error.cause)) return worker.ask<Response>(request, errors);
        throw error;
      });
    } finally {
      this.#idle.push(worker);
      this.#seats.leave(key);
    }
  }

  /** Stops the workers. Requests without a response fail. */
  async close(): Promise<void> {
    this.#seats.close();
    await Promise.all(this.#all.map((worker) => worker.close()));
  }

  /** The idle worker that last had this schema, or else the worker that has been idle longest. */
  #takeWorker(text: string): GuardedWorker {
    const known = this.#byText.get(text);
    const place = known === undefined ? 0 : Math.max(0, this.#idle.indexOf(known));
    const [worker] = this.#idle.splice(place, 1);
    if (worker === undefined) throw new RangeError("Expected an idle worker.");
    this.#byText.delete(text);
    this.#byText.set(text, worker);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > MOST_KNOWN && oldest !== undefined) this.#byText.delete(oldest);
    return worker;
  }
}

export function schemaErrors(work: string): LimitErrors {
  const failed = (reason: string, cause?: unknown): SimulatorError =>
    new SimulatorError("SIM_SCHEMA_LIMIT", `Failed to ${work} the JSON Schema: ${reason}`, {
      cause,
    });
  return {
    hung: (seconds) =>
      failed(
        `the worker thread did not respond within ${seconds} s. The number of steps per schema is limited, so this machine must be too slow or too busy. Try again.`,
      ),
    outOfMemory: (megabytes, cause) =>
      failed(
        `it needs more than ${megabytes} MiB of memory. This limit is batch-sim's, not the service's. Send a simpler schema.`,
        cause,
      ),
  };
}

const COMPILING = schemaErrors("compile");
const MAKING = schemaErrors("generate rows for");
