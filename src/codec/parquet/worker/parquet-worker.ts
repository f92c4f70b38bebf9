import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { RowLimits } from "../../row-limits.ts";
import type { RandomAccessFile, Table } from "../../table.ts";
import { openParquet } from "../open-parquet.ts";

/** A worker's task: describe its file, or read a column. */
export type ParquetTask = {
  readonly byteLength: number;
  readonly limits: RowLimits;
  readonly columnName: string | undefined;
};

/** A message to a worker: the bytes that it asked for, or permission to send another batch. */
export type ToWorker = { readonly bytes: Uint8Array } | "next";

/** A message from a worker. After each, it waits for a reply, unless it is the last one. */
export type FromWorker =
  | { readonly kind: "slice"; readonly start: number; readonly end: number }
  | { readonly kind: "described"; readonly columns: Table["columns"]; readonly numRows: number }
  | { readonly kind: "batch"; readonly cells: readonly string[] }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly name: string; readonly message: string };

// The script of the workers that decode Parquet files, one file each.

const task = workerData as ParquetTask;

async function run(port: MessagePort): Promise<FromWorker> {
  const { limits, columnName } = task;
  const table = await openParquet(fileBehind(port), limits);
  if (columnName === undefined) {
    return { kind: "described", columns: table.columns, numRows: table.numRows ?? 0 };
  }
  for await (const cells of table.read(columnName)) await ask(port, { kind: "batch", cells });
  return { kind: "end" };
}

/** The file, which the main thread reads. */
function fileBehind(port: MessagePort): RandomAccessFile {
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    const reply = await ask(port, { kind: "slice", start, end });
    return reply === "next" ? new Uint8Array() : reply.bytes;
  };
  return {
    byteLength: task.byteLength,
    slice,
    async *stream() {
      yield await slice(0, task.byteLength);
    },
  };
}

async function ask(port: MessagePort, message: FromWorker): Promise<ToWorker> {
  const reply = once(port, "message");
  port.postMessage(message);
  const [found] = await reply;
  return found as ToWorker;
}

function failed(error: unknown): FromWorker {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: "failed", name, message };
}

const port = parentPort;
if (port !== null)
  void run(port)
    .catch(failed)
    .then((last) => port.postMessage(last));
