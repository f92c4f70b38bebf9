import { SimulatorError } from "../../../core/errors.ts";
import {
  GuardedWorker,
  type LimitErrors,
  type WorkerSettings,
} from "../../../workers/guarded-worker.ts";
import { Seats } from "../../../workers/seats.ts";
import { RowLimitError, type RowLimits } from "../../row-limits.ts";
import { type Cells, FileFormatError, type RandomAccessFile, type Table } from "../../table.ts";
import type { ParquetTable } from "../open-parquet.ts";
import { footerLength } from "../parquet-footer.ts";
import type { FromWorker, ParquetTask, ToWorker } from "./parquet-worker.ts";

/** Maximum number of workers. With two workers, a large file doesn't delay all other files. */
const MOST_WORKERS = 2;

/** Enough memory for a page, its dictionary, and a few rows, all of maximum size. */
const HEAP_MB = 512;

/** Maximum wait for a worker's next message, in milliseconds. Most columns take less than 60 s. */
const HUNG_AFTER_MS = 300_000;

/** Maximum size of a footer to parse in the main thread. Parsing it takes a few milliseconds. */
const SMALL_FOOTER_BYTES = 64 * 1024;

/** Opens Parquet files. Workers decode large columns, so that requests don't have to wait. */
export class ParquetWorkers {
  readonly #settings: WorkerSettings;
  readonly #running = new Set<GuardedWorker>();
  // Each key uses at most one worker at a time, so that its slow files don't delay other keys.
  readonly #seats = new Seats({
    count: MOST_WORKERS,
    isOnePerKey: true,
    busy: (most) =>
      new SimulatorError(
        "SIM_BUSY",
        `Failed to read the Parquet file: ${most} of this key's files are already waiting for a worker. Send fewer files at once.`,
      ),
  });

  /** `file` is the worker's built script; `hungAfterMs` limits the wait for a worker's message. */
  constructor(file: string, hungAfterMs: number = HUNG_AFTER_MS) {
    this.#settings = { file, limits: { hungAfterMs, megabytes: HEAP_MB } };
  }

  /**
   * Opens a file for a key. This and the table's functions reject with a FileFormatError, a
   * RowLimitError, or, if too many of the key's files are waiting, a SimulatorError (`SIM_BUSY`).
   */
  async open(file: RandomAccessFile, limits: RowLimits, key = ""): Promise<Table> {
    const isSmall = (await footerLength(file)) <= SMALL_FOOTER_BYTES;
    const here = isSmall
      ? await (await import("../open-parquet.ts")).openParquet(file, limits)
      : undefined;
    const task = { byteLength: file.byteLength, limits, columnName: undefined };
    const { columns, countRows } = here ?? (await this.#describe({ file, task, key }));
    const read = (columnName: string) =>
      this.#read({ file, task: { ...task, columnName }, key }, columnName, here);
    return { columns, countRows, read };
  }

  /** Stops the workers. Reads in progress and waiting reads fail. */
  async close(): Promise<void> {
    this.#seats.close();
    await Promise.all([...this.#running].map((worker) => worker.close()));
  }

  async #describe(reading: Reading): Promise<Pick<Table, "columns" | "countRows">> {
    for await (const message of this.#converse(reading)) {
      if (message.kind === "described")
        return { columns: message.columns, countRows: async () => message.numRows };
    }
    throw new Error("The worker exited without describing the file.");
  }

  /** Yields a column's cells. `here` is the table if the main thread has opened the file. */
  async *#read(reading: Reading, columnName: string, here: ParquetTable | undefined): Cells {
    if (here !== undefined && (await here.isSmall(columnName))) {
      yield* here.read(columnName);
      return;
    }
    for await (const message of this.#converse(reading)) {
      if (message.kind === "batch") yield message.cells;
    }
  }

  /** A worker's messages, except for its requests for bytes. Throws if the worker fails. */
  async *#converse({ file, task, key }: Reading): AsyncGenerator<FromWorker> {
    await this.#seats.take(key);
    const worker = new GuardedWorker(this.#settings);
    this.#running.add(worker);
    const ask = (message: ToWorker): Promise<FromWorker> => worker.ask(message, ERRORS);
    try {
      let next = ask(task);
      for (;;) {
        const message = await next;
        if (message.kind === "failed") throw restored(message);
        if (message.kind === "slice") {
          // Copies the bytes, because `postMessage` would also send the rest of their buffer.
          next = ask({ bytes: Uint8Array.from(await file.slice(message.start, message.end)) });
          continue;
        }
        if (message.kind === "batch") {
          // The worker decodes the next batch while the caller uses this one.
          next = ask({ next: true });
          next.catch(() => {});
        }
        yield message;
        if (message.kind !== "batch") return;
      }
    } finally {
      this.#running.delete(worker);
      this.#seats.leave(key);
      await worker.close();
    }
  }
}

type Reading = {
  readonly file: RandomAccessFile;
  readonly task: ParquetTask;
  readonly key: string;
};

function restored({ name, message }: Extract<FromWorker, { kind: "failed" }>): Error {
  if (name === "RowLimitError") return new RowLimitError(message);
  return name === "FileFormatError" ? FileFormatError.restored(message) : new Error(message);
}

const ERRORS: LimitErrors = {
  hung: (seconds) =>
    new RowLimitError(
      `decoding it made no progress for ${seconds} s. This limit is batch-sim's, not the service's. Send a smaller file`,
    ),
  outOfMemory: (megabytes) =>
    new FileFormatError("Parquet", `it takes more than ${megabytes} MiB of memory to decode`),
};
