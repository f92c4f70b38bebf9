import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { SimulatorError } from "../../core/errors.ts";
import type { SchemaVerdict } from "../compile/opened-schema.ts";
import type { TrialRequest, TrialResponse } from "./trial-message.ts";

/** Limits of last resort; counted steps limit the work itself. */
export type TrialLimits = {
  /** Wall-clock milliseconds after which the worker counts as hung. */
  readonly hungAfterMs: number;
  /** Maximum memory of the worker. */
  readonly megabytes: number;
};

const LIMITS: TrialLimits = { hungAfterMs: 60_000, megabytes: 256 };
/** No more than the main thread has, so that whatever works in the worker also works there. */
const STACK_MB = 1;

/**
 * Tries schemas in one worker thread, one at a time, so that a hostile schema can't block or crash
 * the process.
 */
export class SchemaTrials {
  readonly #workerFile: string;
  readonly #limits: TrialLimits;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * `workerFile` is the path of the built `schema-worker.ts`; the worker starts with the first
   * trial.
   */
  constructor(workerFile: string, limits: TrialLimits = LIMITS) {
    this.#workerFile = workerFile;
    this.#limits = limits;
  }

  /**
   * The worker's verdict on a schema; time spent waiting for other schemas doesn't count. Rejects
   * with a SimulatorError `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory.
   */
  tryOut(request: TrialRequest): Promise<SchemaVerdict> {
    const turn = this.#last.then(() => this.#tryNow(request));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Stops the worker. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #tryNow(request: TrialRequest): Promise<SchemaVerdict> {
    const isFresh = this.#worker === undefined;
    this.#worker ??= startWorker(this.#workerFile, this.#limits);
    try {
      return await verdictOf(this.#worker, request, this.#limits);
    } catch (error) {
      await this.close();
      // Earlier schemas may have left too little memory for this one.
      if (!isFresh && isOutOfMemory(error)) return this.#tryNow(request);
      throw isOutOfMemory(error) ? outOfMemory(this.#limits, error) : error;
    }
  }
}

function startWorker(file: string, { megabytes }: TrialLimits): Worker {
  if (!existsSync(file)) {
    const message = `Failed to try a schema: \`${file}\` is missing. Build it with \`npm run build\`.`;
    throw new SimulatorError("SIM_BUG", message);
  }
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, stackSizeMb: STACK_MB };
  const worker = new Worker(file, { resourceLimits, stdout: true, stderr: true });
  worker.unref();
  return worker;
}

function verdictOf(
  worker: Worker,
  request: TrialRequest,
  { hungAfterMs }: TrialLimits,
): Promise<SchemaVerdict> {
  const { promise, resolve, reject } = deferred<SchemaVerdict>();
  const onExit = (code: number): void => reject(new Error(`The worker exited with ${code}.`));
  // A verdict that arrived while this thread was busy counts: it is read before the immediate runs.
  const timer = setTimeout(() => setImmediate(() => reject(hung(hungAfterMs))), hungAfterMs);
  timer.unref();
  const onMessage = (verdict: TrialResponse): void => resolve(verdict);
  worker.once("message", onMessage);
  worker.once("error", reject);
  worker.once("exit", onExit);
  worker.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", onMessage).off("error", reject).off("exit", onExit);
  });
}

type Deferred<Value> = {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, "promise"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value) => settle?.resolve(value), reject: (e) => settle?.reject(e) };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function hung(ms: number): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to compile the JSON Schema: the worker thread did not respond within ${ms / 1000} s. A schema's own work is limited by counted steps, so this machine is too slow or too busy: try again.`,
  );
}

function outOfMemory({ megabytes }: TrialLimits, cause: unknown): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to compile the JSON Schema: it needs more than ${megabytes} MB of memory, which is a limit of batch-sim and not of the service. Send a simpler schema.`,
    { cause },
  );
}
