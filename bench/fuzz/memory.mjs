// Measures the memory that an attack leaves in use.
import { setTimeout } from "node:timers/promises";

const MB = 1e6;

const MEASUREMENTS = 3;
const PAUSE_MS = 300;

/** The attack's key and the visitor's. */
const KEYS = ["Key fuzz", "Key next"];

/** Maximum growth of the live heap in the second half of an attack; its caches are full by then. */
const MOST_GROWTH_MB = 32;

/** Compares the size of the live heap halfway through an attack with its size at the end. */
export class Memory {
  #halfAt;
  #before;

  constructor(shareMs) {
    this.#halfAt = performance.now() + shareMs / 2;
  }

  /** Call it after each case. */
  async watch(program) {
    if (performance.now() < this.#halfAt || this.#before?.program === program) return;
    this.#before = { program, bytes: await leftIn(program) };
  }

  /** The growth in MB if the same program ran through the second half, and it is too much. */
  async excess(program) {
    if (this.#before?.program !== program) return undefined;
    const growth = ((await leftIn(program)) - this.#before.bytes) / MB;
    return growth > MOST_GROWTH_MB ? growth : undefined;
  }
}

/** Size of the live heap without the last case's jobs, of which there can be thousands. */
async function leftIn(program) {
  for (const authorization of KEYS) {
    const { ok, status } = await fetch(`${program.controlUrl}/reset`, {
      method: "POST",
      headers: { authorization },
    });
    if (!ok) throw new Error(`Failed to reset the sandbox of ${authorization}: ${status}.`);
  }
  // Closed connections are freed a little later.
  const measured = [];
  for (let times = 0; times < MEASUREMENTS; times++) {
    await setTimeout(PAUSE_MS);
    measured.push(await program.liveHeap());
  }
  return Math.min(...measured);
}
