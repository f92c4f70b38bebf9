import type { Buffer } from "node:buffer";
import type { JsonValue } from "../core/json.ts";
import type { RowInput } from "../core/rows/row.ts";
import type { RowFile } from "./row-file.ts";

/** Consecutive rows in memory: their UTF-8, with `ROW_END` after each row, and the rows' ends. */
export type RowChunk = {
  readonly bytes: Buffer;
  /** For each row, twice the offset of its `ROW_END`, plus 1 if the row is JSON, not a string. */
  readonly ends: Uint32Array;
  readonly hasJson: boolean;
};

/** Consecutive rows on disk, stored as a chunk's `bytes`, followed by its `ends`. */
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
  { bytes, ends, hasJson }: RowChunk,
  file: RowFile,
): Promise<ChunkOnDisk> {
  const offsets = new Uint8Array(ends.buffer, ends.byteOffset, ends.byteLength);
  const start = await file.append([bytes, offsets]);
  return { file, start, byteLength: bytes.length, rowCount: ends.length, hasJson };
}

export function rowCountOf(chunk: StoredChunk): number {
  return isOnDisk(chunk) ? chunk.rowCount : chunk.ends.length;
}

/** A chunk's total row length in UTF-8 bytes. */
export function textBytesOf(chunk: StoredChunk): number {
  return (isOnDisk(chunk) ? chunk.byteLength : chunk.bytes.length) - rowCountOf(chunk);
}

/**
 * A chunk's bytes. Bytes on disk are read into `buffer`, if given; its length must match. Like
 * `endsOf` and `inMemory`, throws a `SimulatorError` (`SIM_DISK`) if the disk can't be read.
 */
export function bytesOf(chunk: StoredChunk, buffer?: Buffer): Buffer {
  return isOnDisk(chunk) ? chunk.file.read(chunk.start, chunk.byteLength, buffer) : chunk.bytes;
}

export function endsOf(chunk: StoredChunk): Uint32Array {
  if (!isOnDisk(chunk)) return chunk.ends;
  const { file, start, byteLength, rowCount } = chunk;
  const bytes = file.read(start + byteLength, rowCount * Uint32Array.BYTES_PER_ELEMENT);
  // Copies the bytes: numbers need an aligned offset, but a small buffer may begin anywhere.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

export function inMemory(chunk: StoredChunk): RowChunk {
  const { hasJson } = chunk;
  return isOnDisk(chunk) ? { bytes: bytesOf(chunk), ends: endsOf(chunk), hasJson } : chunk;
}

/** Offset of a row in its chunk's bytes. */
export function startOf({ ends }: RowChunk, row: number): number {
  return row === 0 ? 0 : endOf(ends[row - 1]) + 1;
}

/** Offset of a row's `ROW_END`, from the row's item in `ends`. */
export function endOf(end = 0): number {
  return end >>> 1;
}

export function inputOf(chunk: RowChunk, row: number): RowInput {
  const end = chunk.ends[row] ?? 0;
  const text = chunk.bytes.toString("utf8", startOf(chunk, row), endOf(end));
  return end % 2 === 1 ? (JSON.parse(text) as JsonValue) : text;
}
