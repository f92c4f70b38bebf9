import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { messageOf, SimulatorError, storeError } from "../../core/errors.ts";
import type { RowInput } from "../../core/rows/row.ts";
import type { Turn } from "../../state/loading.ts";
import type { InputRows, StoredBytes } from "../../state/sandbox-state.ts";
import type { Database, SqlValue } from "../database.ts";
import type { StoreTroubles } from "../log/store-troubles.ts";
import { batchesIn, type Content, piecesOf } from "./content.ts";
import { deleteUnusedRows } from "./unused-rows.ts";

const WRITE_BYTES = 1024 ** 2;

/** The fastest level, because clients wait for the compression. */
const COMPRESSION = { level: 1 };

const deflate = promisify<Buffer | string, typeof COMPRESSION, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

const DELETE_BLOB = ["DELETE FROM chunk WHERE blob = ?", "DELETE FROM blob WHERE id = ?"];

export type RowsSummary = Pick<InputRows, "length" | "byteLength" | "ids">;

type Blob = {
  /** Undefined until the blob has been written. */
  id: number | undefined;
  /** Number of pending writes that will refer to the blob. */
  pins: number;
  saving: Promise<void> | undefined;
  readonly users: Set<number>;
};

/** Stores rows and files as blobs, in compressed chunks. Shared content is stored only once. */
export class Blobs {
  readonly #database: Database;
  readonly #byContent = new WeakMap<Content, Blob>();
  readonly #byId = new Map<number, Blob>();
  readonly #bySandbox = new Map<number, Set<number>>();
  readonly #troubles: StoreTroubles;
  #lastId = 0;
  #lastFound = 0;

  constructor(database: Database, troubles: StoreTroubles) {
    this.#database = database;
    this.#troubles = troubles;
  }

  /** Finds the highest ID in use. */
  async load(): Promise<void> {
    const [newest] = await this.#database.rows("SELECT max(id) AS id FROM blob");
    this.#lastFound = Number(newest?.["id"] ?? 0);
    this.#lastId = this.#lastFound;
  }

  /** Prevents the deletion of content until `unpin`, because a write will refer to the content. */
  pin(content: Content): void {
    const known = this.#byContent.get(content);
    const isThere = known !== undefined && (known.id === undefined || this.#byId.has(known.id));
    const blob = isThere ? known : newBlob(undefined);
    blob.pins++;
    this.#byContent.set(content, blob);
  }

  /** Writes content unless it is already stored. Other work can run between chunks. */
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
    const id = ++this.#lastId;
    let waiting: SqlValue[][] = [];
    let byteLength = 0;
    const write = async (): Promise<void> => {
      const chunks = waiting;
      waiting = [];
      byteLength = 0;
      await this.#troubles.attempt(this, () => {
        this.#database.run("INSERT INTO blob (id) VALUES (?) ON CONFLICT DO NOTHING", id);
        const sql = "INSERT INTO chunk (blob, start, bytes) VALUES (?, ?, ?)";
        for (const chunk of chunks) this.#database.run(sql, ...chunk);
      });
    };
    for await (const [start, piece] of piecesOf(content)) {
      const bytes = await deflate(piece, COMPRESSION);
      waiting.push([id, start, bytes]);
      byteLength += bytes.byteLength;
      if (byteLength >= WRITE_BYTES) await write();
    }
    await write();
    blob.id = id;
    this.#byId.set(id, blob);
  }

  /** Records that a sandbox uses content; returns the blob's ID. Call this within a transaction. */
  use(sandboxId: number, content: Content): number {
    const blob = this.#blobOf(content);
    const { id = 0 } = blob;
    const sql = "INSERT INTO blob_use (sandbox, blob) VALUES (?, ?) ON CONFLICT DO NOTHING";
    this.#database.run(sql, sandboxId, id);
    this.#noteUse(sandboxId, id, blob);
    return id;
  }

  /** Call this when the write that refers to the content is durable. */
  unpin(content: Content): void {
    this.#blobOf(content).pins--;
  }

  /**
   * Deletes content that only a deleted sandbox used. Call this within a transaction, and call
   * `forget` when the transaction is durable.
   */
  release(sandboxId: number): void {
    this.#database.run("DELETE FROM blob_use WHERE sandbox = ?", sandboxId);
    for (const id of this.#bySandbox.get(sandboxId) ?? []) {
      const blob = this.#byId.get(id);
      blob?.users.delete(sandboxId);
      if (blob === undefined || (blob.users.size === 0 && blob.pins === 0)) this.#delete(id);
    }
  }

  forget(sandboxId: number): void {
    this.#bySandbox.delete(sandboxId);
  }

  /**
   * Deletes blobs that earlier processes stored and no entry refers to, such as incomplete ones.
   * Call this after all entries have been read; new entries may be written while it runs.
   */
  async deleteUnused(turn: Turn): Promise<void> {
    const uses = {
      sql: "SELECT sandbox, blob FROM blob_use WHERE (sandbox, blob) > (?, ?) ORDER BY sandbox, blob",
      start: [0, 0],
      isUsed: (sandbox = 0, blob = 0) => this.#bySandbox.get(sandbox)?.has(blob) === true,
      deletions: ["DELETE FROM blob_use WHERE sandbox = ? AND blob = ?"],
    };
    await deleteUnusedRows(this.#database, uses, turn);
    const blobs = {
      sql: `SELECT id FROM blob WHERE id > ? AND id <= ${this.#lastFound} ORDER BY id`,
      start: [0],
      isUsed: (blob = 0) => this.#byId.has(blob),
      deletions: DELETE_BLOB,
    };
    await deleteUnusedRows(this.#database, blobs, turn);
  }

  #delete(id: number): void {
    for (const sql of DELETE_BLOB) this.#database.run(sql, id);
    const blob = this.#byId.get(id);
    if (blob !== undefined) this.#troubles.end(blob);
    this.#byId.delete(id);
  }

  #noteUse(sandboxId: number, id: number, blob: Blob): void {
    const used = this.#bySandbox.get(sandboxId) ?? new Set();
    this.#bySandbox.set(sandboxId, used.add(id));
    blob.users.add(sandboxId);
  }

  #blobOf(content: Content): Blob {
    const blob = this.#byContent.get(content);
    if (blob === undefined) throw new RangeError("Expected announced content.");
    return blob;
  }

  rowsIn(sandboxId: number, id: number, { length, byteLength, ids }: RowsSummary): InputRows {
    const batches = (from: number, size: number): ReturnType<InputRows["batches"]> =>
      batchesIn(this.#partsOf(id, { from, length }, rowsOf), size);
    const rows = { length, byteLength, bytesOnDisk: byteLength, ids, batches };
    this.#byContent.set(rows, this.#restored(sandboxId, id));
    return rows;
  }

  bytesIn(sandboxId: number, id: number, byteLength: number): StoredBytes {
    const from = (offset: number): AsyncGenerator<Uint8Array> =>
      this.#partsOf(id, { from: offset, length: byteLength }, (bytes, skip) =>
        bytes.subarray(skip),
      );
    const bytes = { byteLength, from, [Symbol.asyncIterator]: () => from(0) };
    this.#byContent.set(bytes, this.#restored(sandboxId, id));
    return bytes;
  }

  #restored(sandboxId: number, id: number): Blob {
    const blob = this.#byId.get(id) ?? newBlob(id);
    this.#byId.set(id, blob);
    this.#noteUse(sandboxId, id, blob);
    return blob;
  }

  /**
   * Yields a blob's content from a position on, one part per chunk. Throws a SimulatorError if a
   * part is missing or can't be read.
   */
  async *#partsOf<Part extends { readonly length: number }>(
    id: number,
    { from, length }: { readonly from: number; readonly length: number },
    partOf: (bytes: Buffer, skip: number) => Part,
  ): AsyncGenerator<Part> {
    let missing = length - from;
    try {
      for await (const [start, bytes] of this.#chunksAt(id, from)) {
        const part = partOf(await inflate(bytes), Math.max(0, from - start));
        missing -= part.length;
        yield part;
      }
      if (missing > 0) throw new RangeError("a part is missing");
    } catch (cause) {
      if (cause instanceof SimulatorError) throw cause;
      const error = storeError(
        `Failed to read a job's inputs or a dataset's file in the store \`${this.#database.name}\`: ${messageOf(cause)}. Reset or delete the sandbox that uses this data; other sandboxes are unaffected.`,
        cause,
      );
      const blob = this.#byId.get(id);
      // The blob may have been deleted in the meantime.
      if (blob !== undefined) this.#troubles.note(blob, error);
      throw error;
    }
  }

  /**
   * Yields the chunk that contains a position and all later chunks, each with its start. Reads one
   * chunk at a time, because the caller may stop early, or may be slow.
   */
  async *#chunksAt(id: number, position: number): AsyncGenerator<readonly [number, Uint8Array]> {
    const first = "SELECT max(start) AS start FROM chunk WHERE blob = ? AND start <= ?";
    let [found] = await this.#database.rows(first, id, position);
    const next =
      "SELECT start, bytes FROM chunk WHERE blob = ? AND start >= ? ORDER BY start LIMIT 1";
    for (let start = Number(found?.["start"] ?? 0); ; start++) {
      [found] = await this.#database.rows(next, id, start);
      if (found === undefined) return;
      start = Number(found["start"]);
      yield [start, found["bytes"] as Uint8Array];
    }
  }
}

function newBlob(id: number | undefined): Blob {
  return { id, pins: 0, saving: undefined, users: new Set() };
}

function rowsOf(bytes: Buffer, skip: number): readonly RowInput[] {
  return JSON.parse(bytes.toString()).slice(skip);
}
