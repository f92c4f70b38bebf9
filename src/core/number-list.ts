const FIRST_ROOM = 64;

/** A list of numbers that takes 8 to 16 bytes for each: garbage collection never visits them, and copying many takes no time. */
export class NumberList {
  #numbers: Float64Array;
  #length: number;

  constructor(numbers: Float64Array = new Float64Array(FIRST_ROOM), length = 0) {
    this.#numbers = numbers;
    this.#length = length;
  }

  /** The number at an index, which must be in the list. */
  at(index: number): number {
    return this.#numbers[index] as number;
  }

  /** Replaces the number at an index, which must be in the list. */
  set(index: number, value: number): void {
    this.#numbers[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  /** A list of its own with the same numbers. */
  copy(): NumberList {
    return new NumberList(this.#numbers.slice(), this.#length);
  }
}
