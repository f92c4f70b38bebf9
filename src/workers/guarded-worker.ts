import { once } from "node:events";
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { SimulatorError, StoppedError } from "../core/errors.ts";
import { isSimulatorErrorCode } from "../core/simulator-error-table.ts";

export type LimitErrors = {
  hung(seconds: number): Error;
  outOfMemory(megabytes: number, cause: unknown): Error;
};

export type WorkerSettings = {
  readonly file: string;
  /** The script's `workerData`. */
  readonly data?: unknown;
  /** Last-resort limits. Limits on counts, such as steps or bytes, usually stop the work first. */
  readonly limits: {
    /** Wall-clock milliseconds after which a worker that doesn't respond counts as hung. */
    readonly hungAfterMs: number;
    readonly megabytes: number;
  };
};

/** No larger than the main thread's stack, so that code behaves the same in a worker. */
const STACK_MB = 1;

/** A thread that handles one request at a time; hostile data can't block or crash the process. */
export class GuardedWorker {
  readonly #settings: WorkerSettings;
  #isClosed = false;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** The thread starts with the first request. */
  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  /** Whether the thread is running, and may retain data from earlier requests. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Resolves with the worker's response. Time spent waiting for other requests doesn't count toward
   * the limit. If the worker hangs, runs out of memory, or fails, `ask` rejects with the error for
   * that case, and the next request starts another thread.
   */
  ask<Response>(request: object, errors: LimitErrors): Promise<Response> {
    const turn = this.#last.then(() => this.#askNow(request, errors));
    this.#last = turn.catch(() => undefined);
    return turn as Promise<Response>;
  }

  /** Stops the worker. Requests without a response fail with a StoppedError. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  #start(): Worker {
    const { file, data, limits } = this.#settings;
    if (!existsSync(file)) {
      const message = `Failed to start a worker: \`${file}\` is missing. Build it with \`npm run build\`.`;
      throw new SimulatorError("SIM_BUG", message);
    }
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes, stackSizeMb: STACK_MB };
    const outputs = { stdout: true, stderr: true };
    const worker = new Worker(file, { resourceLimits, workerData: data, ...outputs });
    worker.unref();
    // The worker may also fail while it is idle or being stopped, when no request is waiting.
    worker.on("error", () => {});
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #askNow(request: object, errors: LimitErrors): Promise<unknown> {
    if (this.#isClosed) throw stopped();
    const { hungAfterMs, megabytes } = this.#settings.limits;
    this.#worker ??= this.#start();
    try {
      return await responseOf(this.#worker, request, hungAfterMs);
    } catch (error) {
      if (this.#isClosed) throw stopped();
      await this.#stop();
      if (error instanceof HungError) throw errors.hung(hungAfterMs / 1000);
      throw isOutOfMemory(error) ? errors.outOfMemory(megabytes, error) : restored(error);
    }
  }
}

async function responseOf(worker: Worker, request: object, hungAfterMs: number): Promise<unknown> {
  worker.postMessage(request);
  const ended = new AbortController();
  const { signal } = ended;
  // `once` also rejects if the worker emits an error.
  const response = once(worker, "message", { signal });
  const exit = once(worker, "exit", { signal }).then(([code]) => {
    throw new Error(`The worker exited with code ${code}.`);
  });
  try {
    const [value] = await Promise.race([response, exit, hung(hungAfterMs, signal)]);
    return value;
  } finally {
    ended.abort();
  }
}

class HungError extends Error {}

function hung(afterMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    // First lets this thread read a response that arrived while the thread was busy.
    const giveUp = (): void => void setImmediate(() => reject(new HungError()));
    const timer = setTimeout(giveUp, afterMs).unref();
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

export function stopped(): StoppedError {
  return new StoppedError("The worker was stopped.");
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** A SimulatorError from a worker arrives with its properties, but not with its class. */
function restored(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SimulatorError) return error;
  const { code, message, issues } = error as Partial<SimulatorError> & Error;
  if (!isSimulatorErrorCode(code)) return error;
  return new SimulatorError(code, message, { issues: issues ?? [], cause: error.cause });
}
