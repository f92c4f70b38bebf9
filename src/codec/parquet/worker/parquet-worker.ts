import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import type { RowLimits } from "../../row-limits.ts";
import type { Table } from "../../table.ts";
import { openParquet } from "../open-parquet.ts";
import type { ParquetFile } from "../parquet-part.ts";

/** A worker's task: describe its file, or read a column. */
export type ParquetTask = {
  readonly byteLength: number;
  readonly limits: RowLimits;
  readonly columnName: string | undefined;
};

/** A message to a worker: first its task, later the bytes it requested, or `next` after a batch. */
export type ToWorker = ParquetTask | { readonly bytes: Uint8Array } | { readonly next: true };

/** A message from a worker. The worker waits for a reply to each message except the last one. */
export type FromWorker =
  | { readonly kind: "slice"; readonly start: number; readonly end: number }
  | { readonly kind: "described"; readonly columns: Table["columns"]; readonly numRows: number }
  | { readonly kind: "batch"; readonly cells: readonly string[] }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly name: string; readonly message: string };

// The script that each worker runs. A worker decodes one Parquet file.

/** Minimum number of bytes to request at once. Pages may be only a few bytes long. */
const BLOCK_BYTES = 64 * 1024;

/** A batch is sent once it has this many cells or this many characters. */
const MANY_CELLS = 1000;
const MANY_CHARACTERS = 64 * 1024;

async function run(port: MessagePort): Promise<FromWorker> {
  const [task] = await once(port, "message");
  const { byteLength, limits, columnName } = task as ParquetTask;
  const table = await openParquet(fileBehind(port, byteLength), limits);
  if (columnName === undefined) {
    return { kind: "described", columns: table.columns, numRows: await table.countRows() };
  }
  let cells: string[] = [];
  let length = 0;
  for await (const batch of table.read(columnName)) {
    for (const cell of batch) {
      cells.push(cell);
      length += cell.length;
    }
    if (cells.length < MANY_CELLS && length < MANY_CHARACTERS) continue;
    await ask(port, { kind: "batch", cells });
    [cells, length] = [[], 0];
  }
  if (cells.length > 0) await ask(port, { kind: "batch", cells });
  return { kind: "end" };
}

/** Makes a file whose bytes come from the main thread. */
function fileBehind(port: MessagePort, byteLength: number): ParquetFile["file"] {
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const reply = await ask(port, { kind: "slice", start, end });
    return "bytes" in reply ? reply.bytes : new Uint8Array();
  };
  let block: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    if (end - start >= BLOCK_BYTES) return read(start, end);
    if (start < block.start || end > block.start + block.bytes.length)
      block = { start, bytes: await read(start, Math.min(start + BLOCK_BYTES, byteLength)) };
    return block.bytes.subarray(start - block.start, end - block.start);
  };
  return { byteLength, slice };
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
