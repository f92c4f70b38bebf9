import { promisify } from "node:util";
import { deflateRaw, inflateRaw, inflateRawSync } from "node:zlib";
import type { RowInput } from "../../core/rows/row.ts";
import type { StoredBytes } from "../file-bytes.ts";
import type { InputRows } from "../input-rows.ts";
import { batchesOf } from "./row-batches.ts";
import type { StoreFile } from "./store-file.ts";

/** Rows in a chunk, at most; a list of long rows ends earlier. */
const CHUNK_ROWS = 1024;

/** Bytes of a file in a chunk. */
const CHUNK_BYTES = 512 * 1024;

/** Compressed bytes that are written at once. */
const WRITE_BYTES = 1024 ** 2;

/** Fast, because clients wait for it. */
const COMPRESSION = { level: 1 };

const deflate = promisify<Buffer | string, typeof COMPRESSION, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

/** Rows of inputs, or a file. */
type Content = InputRows | StoredBytes | Uint8Array;

/** What is known about rows without reading them. */
export type RowsSummary = Pick<InputRows, "length" | "byteLength" | "ids">;

/** The place of rows or of a file in the store. */
type Blob = {
  /** Undefined until it has been written. */
  id: number | undefined;
  /** Number of writes that are about to refer to it. */
  pins: number;
  saving: Promise<void> | undefined;
};

/** The rows and files in a store. Each is stored once, in compressed chunks, however many sandboxes have it. */
export class Blobs {
  readonly #file: StoreFile;
  readonly #byContent = new WeakMap<Content, Blob>();
  readonly #byId = new Map<number, Blob>();

  constructor(file: StoreFile) {
    this.#file = file;
  }

  /** Announces that a write will refer to content: it is not deleted until `use`. */
  pin(content: Content): void {
    const known = this.#byContent.get(content);
    const isThere = known !== undefined && (known.id === undefined || this.#byId.has(known.id));
    const blob = isThere ? known : { id: undefined, pins: 0, saving: undefined };
    blob.pins++;
    this.#byContent.set(content, blob);
  }

  /** Writes content, if necessary; other work runs between chunks. */
  async save(content: Content): Promise<void> {
    const blob = this.#blobOf(content);
    if (blob.id !== undefined) return;
    blob.saving ??= this.#save(content, blob);
    try {
      await blob.saving;
    } finally {
      blob.saving = undefined;
    }
  }

  async #save(content: Content, blob: Blob): Promise<void> {
    let id: number | undefined;
    let waiting: (readonly [number, Buffer])[] = [];
    let byteLength = 0;
    const write = (): void => {
      id = this.#write(id, waiting);
      waiting = [];
      byteLength = 0;
    };
    for (const [start, piece] of piecesOf(content)) {
      const bytes = await deflate(piece, COMPRESSION);
      waiting.push([start, bytes]);
      byteLength += bytes.byteLength;
      if (byteLength >= WRITE_BYTES) write();
    }
    write();
    this.#know(blob, id);
  }

  #write(known: number | undefined, chunks: readonly (readonly [number, Buffer])[]): number {
    return this.#file.transaction(() => {
      const id = known ?? this.#file.run("INSERT INTO blob DEFAULT VALUES");
      for (const [start, bytes] of chunks)
        this.#file.run("INSERT INTO chunk (blob, start, bytes) VALUES (?, ?, ?)", id, start, bytes);
      return id;
    });
  }

  /** Notes that a sandbox needs content, and returns the ID of its blob. Call it within a transaction. */
  use(sandboxId: number, content: Content): number {
    const { id = 0 } = this.#blobOf(content);
    this.#file.run("INSERT OR IGNORE INTO blob_use (sandbox, blob) VALUES (?, ?)", sandboxId, id);
    return id;
  }

  /** The write that refers to content is durable. */
  unpin(content: Content): void {
    this.#blobOf(content).pins--;
  }

  /** Deletes what only a sandbox that is deleted needs. Call it within a transaction. */
  release(sandboxId: number): void {
    const used = this.#file.rows("SELECT blob FROM blob_use WHERE sandbox = ?", sandboxId);
    this.#file.run("DELETE FROM blob_use WHERE sandbox = ?", sandboxId);
    for (const { blob } of used) {
      const id = Number(blob);
      const isUsed =
        this.#file.rows("SELECT 1 FROM blob_use WHERE blob = ? LIMIT 1", id).length > 0;
      if (!isUsed && (this.#byId.get(id)?.pins ?? 0) === 0) this.#delete(id);
    }
  }

  /** Notes that a sandbox needs only some of the blobs that it used. Call it within a transaction. */
  keepOnly(sandboxId: number, ids: ReadonlySet<number>): void {
    const used = this.#file.rows("SELECT blob FROM blob_use WHERE sandbox = ?", sandboxId);
    for (const { blob } of used) {
      if (ids.has(Number(blob))) continue;
      this.#file.run(
        "DELETE FROM blob_use WHERE sandbox = ? AND blob = ?",
        sandboxId,
        Number(blob),
      );
    }
  }

  /** Deletes blobs that no sandbox needs, such as those of a write that a kill ended. Call it within a transaction, before any write. */
  deleteUnused(): void {
    const unused = "SELECT id FROM blob WHERE id NOT IN (SELECT blob FROM blob_use)";
    for (const { id } of this.#file.rows(unused)) this.#delete(Number(id));
  }

  #delete(id: number): void {
    this.#file.run("DELETE FROM chunk WHERE blob = ?", id);
    this.#file.run("DELETE FROM blob WHERE id = ?", id);
    this.#byId.delete(id);
  }

  #blobOf(content: Content): Blob {
    const blob = this.#byContent.get(content);
    if (blob === undefined) throw new RangeError("Expected content that was announced.");
    return blob;
  }

  #know(blob: Blob, id: number | undefined): void {
    blob.id = id;
    if (id !== undefined) this.#byId.set(id, blob);
  }

  /** Rows that are read from a blob. */
  rowsIn(id: number, { length, byteLength, ids }: RowsSummary): InputRows {
    const rows = {
      length,
      byteLength,
      bytesOnDisk: byteLength,
      ...(ids === undefined ? {} : { ids }),
      batches: (from: number, size: number) => batchesOf(this.#rowsFrom(id, from), size),
    };
    this.#byContent.set(rows, this.#restored(id));
    return rows;
  }

  /** A file that is read from a blob. */
  bytesIn(id: number, byteLength: number): StoredBytes {
    const chunks = (): Iterable<Uint8Array> => this.#chunksFrom(id, 0);
    const bytes = {
      byteLength,
      async *[Symbol.asyncIterator]() {
        for (const chunk of chunks()) yield await inflate(chunk);
      },
    };
    this.#byContent.set(bytes, this.#restored(id));
    return bytes;
  }

  #restored(id: number): Blob {
    const blob = this.#byId.get(id) ?? { id, pins: 0, saving: undefined };
    this.#know(blob, id);
    return blob;
  }

  *#rowsFrom(id: number, from: number): Generator<RowInput> {
    const [first] = this.#file.rows(
      "SELECT max(start) AS start FROM chunk WHERE blob = ? AND start <= ?",
      id,
      from,
    );
    const start = Number(first?.["start"] ?? 0);
    let skip = from - start;
    for (const chunk of this.#chunksFrom(id, start)) {
      const rows: readonly RowInput[] = JSON.parse(inflateRawSync(chunk).toString());
      yield* skip === 0 ? rows : rows.slice(skip);
      skip = 0;
    }
  }

  /** A chunk at a time: the reader may stop, or take as long as a client does. */
  *#chunksFrom(id: number, from: number): Generator<Uint8Array> {
    for (let start = from; ; start++) {
      const [chunk] = this.#file.rows(
        "SELECT start, bytes FROM chunk WHERE blob = ? AND start >= ? ORDER BY start LIMIT 1",
        id,
        start,
      );
      if (chunk === undefined) return;
      start = Number(chunk["start"]);
      yield chunk["bytes"] as Uint8Array;
    }
  }
}

/** What each chunk contains, with the position of its first row or byte. */
function* piecesOf(content: Content): Generator<readonly [number, Buffer | string]> {
  if (content instanceof Uint8Array) {
    for (let start = 0; start < content.byteLength; start += CHUNK_BYTES)
      yield [start, Buffer.from(content.subarray(start, start + CHUNK_BYTES))];
    return;
  }
  if (!("batches" in content)) throw new RangeError("Expected content that is in memory.");
  let start = 0;
  for (const rows of content.batches(0, CHUNK_ROWS)) {
    yield [start, JSON.stringify(rows)];
    start += rows.length;
  }
}
