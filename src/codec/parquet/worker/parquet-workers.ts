import { Worker } from "node:worker_threads";
import { SimulatorError, StoppedError } from "../../../core/errors.ts";
import { FairQueue } from "../../../core/fair-queue.ts";
import { RowLimitError, type RowLimits } from "../../row-limits.ts";
import { FileFormatError, type RandomAccessFile, type Table } from "../../table.ts";
import type { ParquetTable } from "../open-parquet.ts";
import { footerLength } from "../parquet-footer.ts";
import type { FromWorker, ParquetTask, ToWorker } from "./parquet-worker.ts";
import { Patience } from "./patience.ts";

/** With two, a large file delays only some of the others. */
const MOST_WORKERS = 2;

/** Maximum number of a key's files that wait for a worker. */
const MOST_WAITING = 50;

/** Enough for a page, its dictionary, and a few rows, each as large as possible. */
const HEAP_MB = 512;

/** Milliseconds that a worker may work on a column; most take less than a minute. */
const HUNG_AFTER_MS = 300_000;

/** Work of this size takes a few milliseconds. */
const SMALL = { footerBytes: 64 * 1024, decodedBytes: 1024 ** 2, values: 16_384, pages: 64 };

/** Opens Parquet files. Workers decode large ones, because decoding can't be interrupted. */
export class ParquetWorkers {
  readonly #script: string;
  readonly #hungAfterMs: number;
  readonly #running = new Set<Worker>();
  readonly #queue = new FairQueue<Waiter>();
  /** Number of workers that run or are about to start. */
  #seats = 0;
  #isClosed = false;

  /** `script` is the path of the built worker; `hungAfterMs` limits its work on a column. */
  constructor(script: string, hungAfterMs: number = HUNG_AFTER_MS) {
    this.#script = script;
    this.#hungAfterMs = hungAfterMs;
  }

  /**
   * Opens a file for a key. Throws a FileFormatError, a RowLimitError, or a SimulatorError
   * (`SIM_BUSY`) if too many of the key's files wait for a worker, and so do the table's functions.
   */
  async open(file: RandomAccessFile, limits: RowLimits, key = ""): Promise<Table> {
    const isSmall = (await footerLength(file)) <= SMALL.footerBytes;
    const here = isSmall ? await openHere(file, limits) : undefined;
    const { columns, numRows } = here ?? (await this.#describe(file, { limits, key }));
    return {
      columns,
      numRows,
      countRows: async () => numRows ?? 0,
      read: (columnName) => this.#read(file, { limits, columnName, here, key }),
    };
  }

  /** Stops the workers. What they are reading fails, and what waits for them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.takeAll()) reject(stopped());
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }

  async #describe(
    file: RandomAccessFile,
    task: Pick<Reading, "limits" | "key">,
  ): Promise<Pick<Table, "columns" | "numRows">> {
    for await (const message of this.#converse(file, { ...task, columnName: undefined })) {
      if (message.kind === "described") return message;
    }
    throw new Error("The worker ended without a description.");
  }

  async *#read(
    file: RandomAccessFile,
    { here, ...task }: Reading,
  ): AsyncGenerator<readonly string[]> {
    if (here !== undefined && (await here.isSmall(task.columnName, SMALL))) {
      yield* here.read(task.columnName);
      return;
    }
    for await (const message of this.#converse(file, task)) {
      if (message.kind === "batch") yield message.cells;
    }
  }

  /** The messages of a worker, except for its requests for bytes. */
  async *#converse(
    file: RandomAccessFile,
    { key, ...task }: Omit<ParquetTask, "byteLength"> & Pick<Reading, "key">,
  ): AsyncGenerator<FromWorker> {
    await this.#takeSeat(key);
    const worker = this.#start({ ...task, byteLength: file.byteLength });
    const patience = new Patience(this.#hungAfterMs);
    try {
      let message = await patience.wait(messageFrom(worker));
      for (;;) {
        if (message.kind === "failed") throw restored(message);
        if (message.kind === "end" || message.kind === "described") break;
        const reply: ToWorker =
          message.kind === "slice" ? { bytes: await copyOf(file, message) } : "next";
        const following = messageFrom(worker);
        following.catch(() => {});
        worker.postMessage(reply);
        // The worker decodes the next batch in the meantime.
        if (message.kind !== "slice") yield message;
        message = await patience.wait(following);
      }
      yield message;
    } finally {
      this.#running.delete(worker);
      this.#leaveSeat(key);
      await worker.terminate();
    }
  }

  /**
   * Waits until a worker may start. Keys take turns, and have one worker at a time, so that files that
   * take as long as they may don't hold up another key.
   */
  async #takeSeat(key: string): Promise<void> {
    if (this.#isClosed) throw stopped();
    if (this.#queue.waitingFor(key) >= MOST_WAITING) throw tooManyWaiting();
    const isFree = new Promise<void>((resolve, reject) => {
      this.#queue.add({ key, item: { resolve, reject } }, false);
    });
    this.#startNext();
    await isFree;
  }

  #startNext(): void {
    if (this.#seats >= MOST_WORKERS) return;
    const next = this.#queue.nextOfIdle();
    if (next === undefined) return;
    this.#seats++;
    next.item.resolve();
    this.#startNext();
  }

  #leaveSeat(key: string): void {
    this.#queue.end(key);
    this.#seats--;
    this.#startNext();
  }

  #start(task: ParquetTask): Worker {
    const worker = new Worker(this.#script, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      stdout: true,
      stderr: true,
    });
    worker.unref();
    this.#running.add(worker);
    return worker;
  }
}

/** Waits until a worker may start. */
type Waiter = { readonly resolve: () => void; readonly reject: (error: Error) => void };

/** A column to read, and the table if this thread has opened it. */
async function openHere(file: RandomAccessFile, limits: RowLimits): Promise<ParquetTable> {
  const { openParquet } = await import("../open-parquet.ts");
  return openParquet(file, limits);
}

type Reading = {
  readonly limits: RowLimits;
  readonly columnName: string;
  readonly here: ParquetTable | undefined;
  readonly key: string;
};

/** Bytes that can be moved to the worker. */
async function copyOf(
  file: RandomAccessFile,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Uint8Array> {
  return Uint8Array.from(await file.slice(start, end));
}

function messageFrom(worker: Worker): Promise<FromWorker> {
  return new Promise<FromWorker>((resolve, reject) => {
    const onError = (error: unknown): void => reject(isOutOfMemory(error) ? outOfMemory() : error);
    const onExit = (): void => reject(stopped());
    worker.once("message", (message: FromWorker) => {
      worker.off("error", onError).off("exit", onExit);
      resolve(message);
    });
    worker.once("error", onError).once("exit", onExit);
  });
}

function stopped(): Error {
  return new StoppedError("The worker that reads the file was stopped.");
}

function restored({ name, message }: Extract<FromWorker, { kind: "failed" }>): Error {
  if (name === "RowLimitError") return new RowLimitError(message);
  return name === "FileFormatError" ? FileFormatError.restored(message) : new Error(message);
}

function tooManyWaiting(): SimulatorError {
  return new SimulatorError(
    "SIM_BUSY",
    `Failed to read the Parquet file: ${MOST_WAITING} files with this key already wait for a worker. Send fewer of them at once.`,
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function outOfMemory(): FileFormatError {
  return new FileFormatError("Parquet", `it takes more than ${HEAP_MB} MB of memory to decode`);
}
