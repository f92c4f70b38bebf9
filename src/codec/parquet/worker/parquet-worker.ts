import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { RandomAccessFile } from "../../random-access-file.ts";
import { openParquet } from "../open-parquet.ts";
import type { FromWorker, ParquetTask, ToWorker } from "./messages.ts";

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
