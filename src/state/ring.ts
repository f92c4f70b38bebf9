/**
 * A queue that drops its oldest items cheaply: shifting a long array on each request would cost
 * more than serving the request.
 */
export class Ring<Item> {
  #items: Item[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const oldest = this.#items[this.#start];
    this.#start++;
    if (this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    return oldest;
  }

  /**
   * Position of an item from the oldest one, searched from the newest one; undefined if it isn't in
   * the queue.
   */
  lastIndexOf(item: Item): number | undefined {
    const index = this.#items.lastIndexOf(item) - this.#start;
    return index < 0 ? undefined : index;
  }

  /** Replaces the item at a position from the oldest one, and returns the previous one. */
  replace(index: number, item: Item): Item | undefined {
    const previous = this.#items[this.#start + index];
    this.#items[this.#start + index] = item;
    return previous;
  }

  /** The items, oldest first, as a new array. */
  toArray(): readonly Item[] {
    return this.#items.slice(this.#start);
  }
}
