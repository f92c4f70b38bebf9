import type { Buffer } from "node:buffer";
import type { JsonValue } from "../core/json.ts";
import type { RowInput } from "../core/rows/row.ts";
import type { RowFile } from "./row-file.ts";

/** Consecutive rows in memory: their UTF-8, each ended by `ROW_END`, and where each row ends. */
export type RowChunk = {
  readonly bytes: Buffer;
  /** For each row, 1 if it is JSON instead of a string; undefined if all are strings. */
  readonly isJson: Uint8Array | undefined;
  /** Offset of each row's `ROW_END` in `bytes`. */
  readonly ends: Uint32Array;
};

/** Consecutive rows on disk: a chunk's `bytes`, `ends`, and `isJson`, one after another. */
export type ChunkOnDisk = {
  readonly file: RowFile;
  readonly start: number;
  readonly byteLength: number;
  readonly rowCount: number;
  readonly hasJson: boolean;
};

export type StoredChunk = RowChunk | ChunkOnDisk;

export function isOnDisk(chunk: StoredChunk): chunk is ChunkOnDisk {
  return "file" in chunk;
}

/** Rejects with a `SimulatorError` (`SIM_DISK`) if the chunk can't be stored. */
export async function moveToDisk(
  { bytes, ends, isJson }: RowChunk,
  file: RowFile,
): Promise<ChunkOnDisk> {
  const offsets = new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength);
  const start = await file.append(
    isJson === undefined ? [bytes, offsets] : [bytes, offsets, isJson],
  );
  return {
    file,
    start,
    byteLength: bytes.length,
    rowCount: ends.length,
    hasJson: isJson !== undefined,
  };
}

export function rowCountOf(chunk: StoredChunk): number {
  return isOnDisk(chunk) ? chunk.rowCount : chunk.ends.length;
}

/** Length of a chunk's rows in UTF-8 bytes. */
export function textBytesOf(chunk: StoredChunk): number {
  return (isOnDisk(chunk) ? chunk.byteLength : chunk.bytes.length) - rowCountOf(chunk);
}

/**
 * A chunk's bytes. If they are on disk, reads them into a buffer of their length, if one is given.
 * Like `endsOf` and `inMemory`, throws a `SimulatorError` (`SIM_DISK`) if they can't be read.
 */
export function bytesOf(chunk: StoredChunk, buffer?: Buffer): Buffer {
  return isOnDisk(chunk) ? chunk.file.read(chunk.start, chunk.byteLength, buffer) : chunk.bytes;
}

export function endsOf(chunk: StoredChunk): Uint32Array {
  if (!isOnDisk(chunk)) return chunk.ends;
  const { file, start, byteLength, rowCount } = chunk;
  const bytes = file.read(start + byteLength, rowCount * Uint32Array.BYTES_PER_ELEMENT);
  // A small buffer may begin anywhere in a shared one, but numbers need an aligned offset.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

export function inMemory(chunk: StoredChunk): RowChunk {
  if (!isOnDisk(chunk)) return chunk;
  const { file, start, byteLength, rowCount, hasJson } = chunk;
  const afterEnds = start + byteLength + rowCount * Uint32Array.BYTES_PER_ELEMENT;
  return {
    bytes: bytesOf(chunk),
    ends: endsOf(chunk),
    isJson: hasJson ? file.read(afterEnds, rowCount) : undefined,
  };
}

/** Offset of a row in its chunk's bytes. */
export function startOf({ ends }: RowChunk, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0) + 1;
}

export function inputOf(chunk: RowChunk, row: number): RowInput {
  const { bytes, ends, isJson } = chunk;
  const text = bytes.toString("utf8", startOf(chunk, row), ends[row]);
  return isJson?.[row] === 1 ? (JSON.parse(text) as JsonValue) : text;
}
