import type { SandboxLog } from "../../state/sandbox-log.ts";
import type { StateEvent, StateView } from "../../state/state-event.ts";
import { type EntryParts, rowIdOf, type StoredEntry, storedEntries } from "./entry.ts";
import {
  type LogStart,
  RESERVED_IDS,
  RecordWriter,
  type RecordWriterParts,
} from "./record-writer.ts";
import { EntryBatch } from "./row-writers.ts";
import { WriteLane } from "./write-lane.ts";

export type LogParts = RecordWriterParts &
  Omit<EntryParts, "sandboxId"> & {
    /** The server's own changes, such as adding and deleting sandboxes. */
    readonly server: WriteLane;
    /** Returns the wall-clock time for a sandbox that ends now; each call returns a later time. */
    readonly nextEndAt: () => number;
    readonly onRemove: (log: SandboxWriter) => void;
  };

export class SandboxWriter implements SandboxLog {
  readonly #parts: LogParts & EntryParts;
  readonly #lane: WriteLane;
  readonly records: RecordWriter;
  readonly #id: number;
  #entries: EntryBatch;
  #position: number;

  constructor(parts: LogParts, start: LogStart) {
    this.#parts = { ...parts, sandboxId: start.id };
    this.#id = start.id;
    this.#position = start.position;
    this.#entries = new EntryBatch(parts.database, start.id);
    this.records = new RecordWriter(parts, start);
    this.#lane = new WriteLane(parts.saver, (write) => {
      this.#entries = new EntryBatch(parts.database, start.id);
      write();
      this.#entries.write();
    });
  }

  /** Stores a new sandbox; `recipe` is called within the transaction. */
  open(recipe: () => string, openedAt: number): void {
    const sql =
      "INSERT INTO sandbox (id, recipe, opened_at, written_at, reserved_exchanges) VALUES (?, ?, ?, ?, ?)";
    const { server, database } = this.#parts;
    server.add(() => database.run(sql, this.#id, recipe(), openedAt, openedAt, RESERVED_IDS));
  }

  append(events: readonly StateEvent[], state: StateView): void {
    const { blobs } = this.#parts;
    const entries = storedEntries(events, state).map((entry) => {
      return { position: ++this.#position, entry };
    });
    const contents = entries.flatMap(({ entry }) => entry.contents);
    for (const content of contents) blobs.pin(content);
    const prepare = async (): Promise<void> => {
      for (const content of contents) await blobs.save(content);
    };
    // This also stores the time of the change soon.
    this.records.writeSoon();
    const run = (): void => {
      if (this.records.isRemoved) return;
      for (const { position, entry } of entries) this.#write(entry, position);
    };
    const onDone = (): void => {
      for (const content of contents) blobs.unpin(content);
    };
    this.#lane.add(run, contents.length === 0 ? {} : { prepare, onDone });
  }

  clearExchanges(): void {
    this.#lane.add(this.records.clearExchanges());
  }

  end(): void {
    const { server, database, nextEndAt } = this.#parts;
    const endedAt = nextEndAt();
    this.records.endedAt = endedAt;
    const sql = "UPDATE sandbox SET has_ended = 1, written_at = ? WHERE id = ?";
    server.add(() => database.run(sql, endedAt, this.#id));
  }

  remove(): void {
    this.records.isRemoved = true;
    const { server, database, blobs, onRemove } = this.#parts;
    onRemove(this);
    const run = (): void => {
      for (const table of ["entry", "exchange", "trace"])
        database.run(`DELETE FROM ${table} WHERE sandbox = ?`, this.#id);
      blobs.release(this.#id);
      database.run("DELETE FROM sandbox WHERE id = ?", this.#id);
    };
    server.add(run, { onDone: () => blobs.forget(this.#id) });
  }

  /** Monotonic time of the oldest unsaved change or record; Infinity if there is none. */
  get unsavedSince(): number {
    const since = [this.#lane.unsavedSince, this.records.unwrittenSince];
    return Math.min(...since.map((each) => each ?? Number.POSITIVE_INFINITY));
  }

  saved(): Promise<void> | undefined {
    const { database } = this.#parts;
    if (database.lost !== undefined) return Promise.reject(database.lost);
    const saved = this.#lane.saved() ?? this.records.saved() ?? database.confirmed();
    return saved && database.timely(this.#whenConfirmed(saved));
  }

  /** Waits until the changes are saved, and then until this process may respond. */
  async #whenConfirmed(saved: Promise<void>): Promise<void> {
    let pending: Promise<void> | undefined = saved;
    while (pending !== undefined) {
      await pending;
      pending = this.records.saved() ?? this.#parts.database.confirmed();
    }
  }

  #write({ kind, id, data, keptRules }: StoredEntry, position: number): void {
    const { database } = this.#parts;
    if (kind === "countersForgotten") {
      this.#entries.write();
      const sql = `DELETE FROM entry WHERE sandbox = ? AND id IS NOT NULL AND kind IN ('callCounted', 'ruleCounted')`;
      database.run(sql, this.#id);
      return;
    }
    if (keptRules !== undefined) {
      // SQL doesn't allow an empty list, and no rule has an empty name.
      const kept = ["", ...keptRules.map(rowIdOf)];
      this.#entries.write();
      const sql = `DELETE FROM entry WHERE sandbox = ? AND id IS NOT NULL AND kind = 'ruleCounted' AND id NOT IN (${kept.map(() => "?").join(", ")})`;
      database.run(sql, this.#id, ...kept);
    }
    const json = JSON.stringify({ kind, ...data(this.#parts) });
    this.#entries.add(position, kind, id === undefined ? id : rowIdOf(id), json);
  }
}
