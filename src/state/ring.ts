/** A queue that drops its oldest items fast: shifting a long array would block for too long. */
export class Ring<Item> {
  #items: Item[] = [];
  #sizes: number[] = [];
  #start = 0;
  /** Total size of the items. */
  byteLength = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  push(item: Item, size = 0): void {
    this.#items.push(item);
    this.#sizes.push(size);
    this.byteLength += size;
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const oldest = this.#items[this.#start];
    this.byteLength -= this.#sizes[this.#start] ?? 0;
    this.#start++;
    if (this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#sizes = this.#sizes.slice(this.#start);
      this.#start = 0;
    }
    return oldest;
  }

  /** Changes the size of an item, unless it was dropped. */
  resize(item: Item, size: number): void {
    const index = this.#items.lastIndexOf(item);
    if (index < this.#start) return;
    this.byteLength += size - (this.#sizes[index] ?? 0);
    this.#sizes[index] = size;
  }

  /** Returns the items in a new array, oldest first. */
  toArray(): readonly Item[] {
    return this.#items.slice(this.#start);
  }
}
