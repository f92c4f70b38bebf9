import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import { restoredTrace, type Trace } from "../../core/trace.ts";
import { DamageError, type RecordSink, type StateSink } from "../../state/stored-sandbox.ts";
import type { PastTraces } from "../../state/traces.ts";
import type { Database } from "../database.ts";
import { itemsOf, type PagedTable, type PagesToRead, pagesOf, type RowPage } from "./pages.ts";
import { type EntryData, type EntrySource, readEntry } from "./read-entry.ts";

/** A stored sandbox, and whether it is its turn. */
export type SandboxToRead = Omit<PagesToRead, "until"> & { readonly name: string };

/** The exchanges and traces that an earlier process has stored. */
export type RecordsToRead = SandboxToRead & {
  /** Numbers of the newest ones: later ones are of this process. */
  readonly newest: { readonly exchange: number; readonly trace: number };
  /** Number of its newest dropped trace. */
  readonly numDropped: number;
};

const ENTRIES: PagedTable = { name: "entry", order: "position" };
const EXCHANGES: PagedTable = { name: "exchange", order: "number" };
const TRACES: PagedTable = { name: "trace", order: "number" };

/** Reads the sandboxes in a database. */
export class SandboxReader {
  readonly #database: Database;
  readonly #sourceOf: (sandboxId: number) => EntrySource;

  /** `sourceOf` finds what a sandbox's entries refer to. */
  constructor(database: Database, sourceOf: (sandboxId: number) => EntrySource) {
    this.#database = database;
    this.#sourceOf = sourceOf;
  }

  /** Reads the state. Rejects with a SimulatorError if that fails, a DamageError if it always will. */
  async readState(sandbox: SandboxToRead, into: StateSink): Promise<void> {
    await this.#all(sandbox, [this.#readEvents(sandbox, into)]);
  }

  /** Reads the exchanges and traces. Rejects with a SimulatorError if that fails, a DamageError if it always will. */
  async readRecords(sandbox: RecordsToRead, into: RecordSink): Promise<void> {
    // PostgreSQL reads the tables at the same time. If one can't be read, the other must not go on after this has rejected.
    await this.#all(sandbox, [this.#readExchanges(sandbox, into), this.#readTraces(sandbox, into)]);
  }

  async #all({ name }: SandboxToRead, parts: readonly Promise<void>[]): Promise<void> {
    const settled = await Promise.allSettled(parts);
    const failed = settled.find((part) => part.status === "rejected");
    if (failed === undefined) return;
    const { reason } = failed;
    if (reason instanceof SimulatorError) throw reason;
    throw new DamageError({ sandbox: name, store: this.#database.name, cause: reason });
  }

  async #readEvents(sandbox: SandboxToRead, into: StateSink): Promise<void> {
    const source = this.#sourceOf(sandbox.sandboxId);
    const pages = { ...sandbox, until: Number.MAX_SAFE_INTEGER };
    for await (const page of pagesOf(this.#database, ENTRIES, pages)) {
      into.addEvents(itemsOf<EntryData>(page).flatMap((data) => readEntry(data, source)));
    }
  }

  async #readExchanges(sandbox: RecordsToRead, into: RecordSink): Promise<void> {
    const pages = { ...sandbox, until: sandbox.newest.exchange };
    for await (const page of pagesOf(this.#database, EXCHANGES, pages))
      into.addExchanges(itemsOf<Exchange>(page));
  }

  async #readTraces(sandbox: RecordsToRead, into: RecordSink): Promise<void> {
    const pages: RowPage[] = [];
    const rows = { ...sandbox, until: sandbox.newest.trace };
    for await (const page of pagesOf(this.#database, TRACES, rows)) pages.push(page);
    await sandbox.turn();
    into.addTraces(pastTraces(pages, sandbox.numDropped));
  }
}

function pastTraces(pages: readonly RowPage[], numDropped: number): PastTraces {
  const tracesOf = (page: RowPage): Trace[] =>
    itemsOf<Trace>(page).map((trace) => restoredTrace(trace));
  // Requests that were in progress when the newest one arrived may have ended after it: these pages have thousands of them.
  const newest = pages.slice(-4).flatMap(tracesOf);
  return {
    length: pages.reduce((sum, { length }) => sum + length, 0),
    numDropped,
    lastId: newest.reduce((last, { id }) => Math.max(last, id), 0),
    *lists() {
      for (const page of pages) yield tracesOf(page);
    },
  };
}
