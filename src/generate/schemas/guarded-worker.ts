import { existsSync } from "node:fs";
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
  #waiting = 0;
  #isClosed = false;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The thread starts with the first request. */
  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /** Number of requests without a response. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * The worker's response; time spent waiting for other requests doesn't count. Rejects with a
   * SimulatorError `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory, and with the
   * script's own error if it fails.
   */
  ask<Response>(request: object, work: SchemaWork = "compile"): Promise<Response> {
    this.#waiting++;
    const turn = this.#last.then(() => this.#askNow(request, work));
    this.#last = turn.then(
      () => this.#waiting--,
      () => this.#waiting--,
    );
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

function responseOf(worker: Worker, request: object, { limits, work }: Limited): Promise<unknown> {
  const { hungAfterMs } = limits;
  const { promise, resolve, reject } = deferred<unknown>();
  const onExit = (code: number): void => reject(new Error(`The worker exited with ${code}.`));
  // A response that arrived while this thread was busy counts: it is read before the immediate runs.
  const timer = setTimeout(() => setImmediate(() => reject(hung(hungAfterMs, work))), hungAfterMs);
  timer.unref();
  const onMessage = (response: unknown): void => resolve(response);
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
