// How much memory of the program an attack leaves behind.
const MB = 1e6;

/** Maximum growth of the live heap in the second half of an attack; its caches are full by then. */
const MOST_GROWTH_MB = 32;

/** Compares the live heap after the first half of an attack with that at its end. */
export class Memory {
  #halfAt;
  #before;

  constructor(shareMs) {
    this.#halfAt = performance.now() + shareMs / 2;
  }

  /** Call it after each case. */
  async watch(program) {
    if (performance.now() < this.#halfAt || this.#before?.program === program) return;
    this.#before = { program, bytes: await program.liveHeap() };
  }

  /** The growth in MB if the same program ran through the second half, and it is too much. */
  async excess(program) {
    if (this.#before?.program !== program) return undefined;
    const growth = ((await program.liveHeap()) - this.#before.bytes) / MB;
    return growth > MOST_GROWTH_MB ? growth : undefined;
  }
}
