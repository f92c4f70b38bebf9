/**
 * Values for objects, of which the most recently added ones are kept: at least `minKept`, and at most twice as many. A value
 * is discarded together with its object.
 */
export class RecentMap<Key extends object, Value> {
  readonly #minKept: number;
  #young = new WeakMap<Key, Value>();
  #old = new WeakMap<Key, Value>();
  #added = 0;

  constructor(minKept: number) {
    this.#minKept = minKept;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#added === this.#minKept) {
      this.#old = this.#young;
      this.#young = new WeakMap();
      this.#added = 0;
    }
    this.#young.set(key, value);
    this.#added++;
  }
}
