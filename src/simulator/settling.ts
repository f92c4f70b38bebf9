import type { SetTimer } from "../core/set-timer.ts";

/** What is watched while it settles, and who is told. */
export type SettlingParts = {
  /** Identifies the content, such as by size and time; undefined while there is none. */
  readonly stamp: () => string | undefined;
  readonly onSettled: () => void;
  readonly setTimer: SetTimer;
};

/** Time without a change after which content has settled: programs write a file in several steps, with pauses. */
export const SETTLE_MS = 250;

/**
 * Waits until content has stopped changing. Changes without a notification count as well. Missing or empty content never settles,
 * because more is about to come: a program that saves a file may first remove or empty it.
 */
export class Settling {
  readonly #parts: SettlingParts;
  #cancel: () => void = () => {};

  constructor(parts: SettlingParts) {
    this.#parts = parts;
  }

  /** Notes a change. */
  touch(): void {
    this.#cancel();
    const { stamp, onSettled, setTimer } = this.#parts;
    const before = stamp();
    this.#cancel = setTimer(() => {
      const after = stamp();
      if (after !== before) this.touch();
      else if (after !== undefined) onSettled();
    }, SETTLE_MS);
  }

  stop(): void {
    this.#cancel();
  }
}
