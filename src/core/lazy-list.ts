/** Minimum length of a long list. Making or writing it in a single step would delay requests. */
export const LONG_LIST = 500;

/** A long list that makes its items again on each iteration. Its JSON is an array. */
export class LazyList<Item> implements Iterable<Item> {
  readonly length: number;
  readonly #make: () => Iterator<Item>;

  constructor(length: number, make: () => Iterator<Item>) {
    this.length = length;
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#make();
  }

  toJSON(): readonly Item[] {
    return [...this];
  }
}
