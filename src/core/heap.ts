/** A binary heap: `pop` removes the smallest item. Deterministic only if the order is total. */
export class Heap<Item> {
  readonly #isBefore: (a: Item, b: Item) => boolean;
  readonly #items: Item[];

  constructor(isBefore: (a: Item, b: Item) => boolean, items: Item[] = []) {
    this.#isBefore = isBefore;
    this.#items = items;
  }

  copy(): Heap<Item> {
    return new Heap(this.#isBefore, this.#items.slice());
  }

  /** The smallest item; undefined if the heap is empty. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBeforeAt(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the smallest item; undefined if the heap is empty. */
  pop(): Item | undefined {
    const items = this.#items;
    if (items.length === 0) return undefined;
    this.#swap(0, items.length - 1);
    const least = items.pop();
    this.#sink();
    return least;
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.#items.length) return;
      const right = left + 1;
      const hasRight = right < this.#items.length;
      const child = hasRight && this.#isBeforeAt(right, left) ? right : left;
      if (!this.#isBeforeAt(child, index)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #isBeforeAt(a: number, b: number): boolean {
    return this.#isBefore(this.#items[a] as Item, this.#items[b] as Item);
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a] as Item;
    this.#items[a] = this.#items[b] as Item;
    this.#items[b] = item;
  }
}
