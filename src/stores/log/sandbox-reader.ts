import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import { restoredTrace, type Trace } from "../../core/trace.ts";
import { DamageError, type SandboxSink } from "../../state/stored-sandbox.ts";
import type { PastTraces } from "../../state/traces.ts";
import type { Database } from "../database.ts";
import { itemsOf, type PagedTable, type PagesToRead, pagesOf, type RowPage } from "./pages.ts";
import { type EntryData, type EntrySource, readEntry } from "./read-entry.ts";

/** A stored sandbox, and whether it is its turn. */
export type SandboxToRead = PagesToRead & {
  readonly name: string;
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

  /** Reads a sandbox. Rejects with a SimulatorError if that fails, a DamageError if it always will. */
  async read(sandbox: SandboxToRead, into: SandboxSink): Promise<void> {
    // PostgreSQL reads the tables at the same time. If one can't be read, the others must not go on after this has rejected.
    const parts = await Promise.allSettled([
      this.#readEvents(sandbox, into),
      this.#readExchanges(sandbox, into),
      this.#readTraces(sandbox, into),
    ]);
    const failed = parts.find((part) => part.status === "rejected");
    if (failed === undefined) return;
    const { reason } = failed;
    if (reason instanceof SimulatorError) throw reason;
    throw new DamageError({ sandbox: sandbox.name, store: this.#database.name, cause: reason });
  }

  async #readEvents(sandbox: SandboxToRead, into: SandboxSink): Promise<void> {
    const source = this.#sourceOf(sandbox.sandboxId);
    for await (const page of pagesOf(this.#database, ENTRIES, sandbox)) {
      into.addEvents(itemsOf<EntryData>(page).flatMap((data) => readEntry(data, source)));
    }
  }

  async #readExchanges(sandbox: SandboxToRead, into: SandboxSink): Promise<void> {
    for await (const page of pagesOf(this.#database, EXCHANGES, sandbox))
      into.addExchanges(itemsOf<Exchange>(page));
  }

  async #readTraces(sandbox: SandboxToRead, into: SandboxSink): Promise<void> {
    const pages: RowPage[] = [];
    for await (const page of pagesOf(this.#database, TRACES, sandbox)) pages.push(page);
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
    byteLength: pages.reduce((sum, { text }) => sum + text.length, 0),
    numDropped,
    lastId: newest.reduce((last, { id }) => Math.max(last, id), 0),
    *lists() {
      for (const page of pages) yield tracesOf(page);
    },
  };
}
