import { GuardedWorker, type WorkerLimits, type WorkerSettings } from "./guarded-worker.ts";

const LIMITS: WorkerLimits = { hungAfterMs: 60_000, megabytes: 256 };
/** With two, a hostile schema delays only some of the others. */
const WORKERS = 2;
/** Number of schemas whose workers are remembered. */
const MOST_KNOWN = 100;

/** Settings of a pool's workers. */
export type PoolSettings = Omit<WorkerSettings, "limits"> & {
  /** Multiple of the usual work that a request may take; at least 1. */
  readonly factor: number;
};

/** Workers that share the schemas: requests about one schema go to the worker that compiled it. */
export class WorkerPool {
  readonly #workers: readonly GuardedWorker[];
  /** Workers by the text of a schema, in order of last use. */
  readonly #byText = new Map<string, GuardedWorker>();

  /** Each worker starts with its first request. */
  constructor({ factor, ...settings }: PoolSettings) {
    const limits = { ...LIMITS, hungAfterMs: LIMITS.hungAfterMs * factor };
    this.#workers = Array.from(
      { length: WORKERS },
      () => new GuardedWorker({ ...settings, limits }),
    );
  }

  /**
   * The response to a request about the schema with this text. Rejects with a SimulatorError
   * `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory.
   */
  ask<Response>(text: string, request: object): Promise<Response> {
    const worker = this.#byText.get(text) ?? this.#idlest();
    this.#byText.delete(text);
    this.#byText.set(text, worker);
    const [oldest] = this.#byText.keys();
    if (this.#byText.size > MOST_KNOWN && oldest !== undefined) this.#byText.delete(oldest);
    return worker.ask<Response>(request);
  }

  /** Stops the workers. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #idlest(): GuardedWorker {
    return this.#workers.reduce((least, worker) =>
      worker.waiting < least.waiting ? worker : least,
    );
  }
}
