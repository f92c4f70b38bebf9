import { storeError } from "../core/errors.ts";
import { type Loading, type Turn, takeTurn } from "../state/loading.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { wallPause } from "../state/wall-timer.ts";

/** Called when everything has been read; it waits for `turn` before each part of its work. */
type OnDone = (others: readonly Sandbox[], turn: Turn) => Promise<void>;

/** Wall-clock milliseconds until failed reads are retried without a request; doubles each time. */
const RETRY_MS = { first: 500, most: 60_000 };

const CLOSED = storeError("Failed to read the store: the simulator was stopped.");

/** Reads stored sandboxes one after another while requests are served. */
export class SandboxLoader {
  readonly #onDone: OnDone;
  readonly #closing = new AbortController();
  #unread: readonly Sandbox[];
  #others: readonly Sandbox[];
  #running: Promise<void> = Promise.resolve();

  /** Reads sandboxes with waiting requests first, then `sandboxes` in order, then `others`. */
  constructor(sandboxes: readonly Sandbox[], others: readonly Sandbox[], onDone: OnDone) {
    this.#unread = sandboxes;
    this.#others = others;
    this.#onDone = onDone;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Whether all sandboxes except `others` have been read. */
  get isDone(): boolean {
    return unreadOf(this.#unread).length === 0;
  }

  /** Reads all sandboxes except `others`. Rejects with a SimulatorError if reading fails. */
  async loaded(): Promise<void> {
    await Promise.all(partsOf(this.#unread).map((part) => part.hurry()));
  }

  /** Stops reading. Resolves when no read is in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    const unread = [...this.#unread, ...this.#others];
    await Promise.all(partsOf(unread).map((part) => part.close(CLOSED)));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = RETRY_MS.first; ; pauseMs = Math.min(2 * pauseMs, RETRY_MS.most)) {
      // Failures are reported in responses about the sandbox, and in the server's health.
      const all = [...this.#unread, ...this.#others];
      // Records are read last, because requests don't need them.
      for (const { loading } of all) await loading?.load().catch(() => {});
      for (const { loadingRecords } of all) await loadingRecords?.load().catch(() => {});
      this.#unread = unreadOf(this.#unread);
      if (signal.aborted) return;
      if (this.isDone && unreadOf(this.#others).length === 0) break;
      await wallPause(pauseMs, signal);
    }
    const others = this.#others;
    this.#others = [];
    const turn = async (): Promise<void> => {
      await takeTurn();
      signal.throwIfAborted();
    };
    // If this fails, the next start does the remaining work.
    await this.#onDone(others, turn).catch(() => {});
  }
}

function unreadOf(sandboxes: readonly Sandbox[]): readonly Sandbox[] {
  return sandboxes.filter(({ unread }) => unread !== undefined);
}

function partsOf(sandboxes: readonly Sandbox[]): readonly Loading[] {
  const parts = sandboxes.flatMap(({ loading, loadingRecords }) => [loading, loadingRecords]);
  return parts.filter((part) => part !== undefined);
}
