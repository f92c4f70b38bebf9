const BLOCK = 16_384;

/** Numbers of a column, kept while another column is written: 8 bytes each, which takes less time than making the rows again. */
export class Scores {
  readonly #blocks: Float64Array[] = [];
  #count = 0;

  add(score: number): void {
    const place = this.#count++ % BLOCK;
    if (place === 0) this.#blocks.push(new Float64Array(BLOCK));
    const block = this.#blocks.at(-1);
    if (block !== undefined) block[place] = score;
  }

  /** All scores, in order. */
  *batches(): Generator<readonly number[]> {
    for (const [i, block] of this.#blocks.entries())
      yield [...block.subarray(0, Math.min(BLOCK, this.#count - i * BLOCK))];
  }
}
