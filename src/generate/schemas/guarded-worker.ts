import { once } from "node:events";
import { existsSync } from "node:fs";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SimulatorError, StoppedError } from "../../core/errors.ts";
import { isSimulatorErrorCode } from "../../core/simulator-error-table.ts";

/** Limits of last resort; counted steps limit the work itself. */
export type WorkerLimits = {
  /** Wall-clock milliseconds after which the worker counts as hung. */
  readonly hungAfterMs: number;
  /** Maximum memory of the worker. */
  readonly megabytes: number;
};

/** Settings of a worker. */
export type WorkerSettings = {
  /** Path of the built script. */
  readonly file: string;
  /** The script's `workerData`. */
  readonly data: unknown;
  readonly limits: WorkerLimits;
};

/** A worker's job with a schema, as its messages say. */
export type SchemaWork = "compile" | "make rows for";

/** No more than the main thread has, so that whatever works in the worker also works there. */
const STACK_MB = 1;

/**
 * A worker thread that answers one request at a time, so that a hostile schema can't block or crash
 * the process.
 */
export class GuardedWorker {
  readonly #settings: WorkerSettings;
  #isClosed = false;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The thread starts with the first request. */
  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /**
   * The worker's response; time spent waiting for other requests doesn't count. Rejects with a
   * SimulatorError `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory, and with the
   * script's own error if it fails.
   */
  ask<Response>(request: object, work: SchemaWork = "compile"): Promise<Response> {
    const turn = this.#last.then(() => this.#askNow(request, work));
    this.#last = turn.catch(() => undefined);
    return turn as Promise<Response>;
  }

  /** Stops the worker. Requests without a response fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #askNow(request: object, work: SchemaWork): Promise<unknown> {
    if (this.#isClosed) throw stopped();
    const { limits } = this.#settings;
    const isFresh = this.#worker === undefined;
    this.#worker ??= startWorker(this.#settings);
    try {
      return await responseOf(this.#worker, request, { limits, work });
    } catch (error) {
      if (this.#isClosed) throw stopped();
      await this.#stop();
      // Earlier schemas may have left too little memory for this one.
      if (!isFresh && isOutOfMemory(error)) return this.#askNow(request, work);
      throw isOutOfMemory(error) ? outOfMemory({ limits, work }, error) : restored(error);
    }
  }
}

function startWorker({ file, data, limits }: WorkerSettings): Worker {
  if (!existsSync(file)) {
    const message = `Failed to compile the JSON Schema: \`${file}\` is missing. Build it with \`npm run build\`.`;
    throw new SimulatorError("SIM_BUG", message);
  }
  const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes, stackSizeMb: STACK_MB };
  const worker = new Worker(file, { resourceLimits, workerData: data, stdout: true, stderr: true });
  worker.unref();
  return worker;
}

type Limited = { readonly limits: WorkerLimits; readonly work: SchemaWork };

async function responseOf(worker: Worker, request: object, on: Limited): Promise<unknown> {
  worker.postMessage(request);
  const ended = new AbortController();
  const { signal } = ended;
  // It also rejects if the worker fails.
  const response = once(worker, "message", { signal });
  const exit = once(worker, "exit", { signal }).then(([code]) => {
    throw new Error(`The worker exited with ${code}.`);
  });
  try {
    const [value] = await Promise.race([response, exit, timeout(on, signal)]);
    return value;
  } finally {
    ended.abort();
  }
}

async function timeout({ limits, work }: Limited, signal: AbortSignal): Promise<never> {
  await setTimeout(limits.hungAfterMs, undefined, { ref: false, signal });
  // A response that arrived while this thread was busy counts: it is read before the immediate runs.
  await setImmediate();
  throw hung(limits.hungAfterMs, work);
}

function stopped(): StoppedError {
  return new StoppedError("The worker was stopped.");
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** A SimulatorError from a worker arrives with its properties, but not with its class. */
function restored(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SimulatorError) return error;
  const { code, message, issues } = error as Partial<SimulatorError> & Error;
  if (!isSimulatorErrorCode(code)) return error;
  return new SimulatorError(code, message, { issues: issues ?? [], cause: error.cause });
}

function hung(ms: number, work: SchemaWork): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to ${work} the JSON Schema: the worker thread did not respond within ${ms / 1000} s. A schema's own work is limited by counted steps, so this machine is too slow or too busy: try again.`,
  );
}

function outOfMemory({ limits, work }: Limited, cause: unknown): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to ${work} the JSON Schema: it needs more than ${limits.megabytes} MB of memory, which is a limit of batch-sim and not of the service. Send a simpler schema.`,
    { cause },
  );
}
