import type { RowSource } from "../../core/rows/row.ts";

/** Later rows with edge cases are only counted. */
const MOST_ROWS = 250;

/** The edge cases in a results file by row, for the journal, taken while the file is encoded. */
export class EdgeNames {
  #names: string[] = [];
  #more = 0;

  /** The same rows; each pass over them starts anew. */
  watch(rows: RowSource): RowSource {
    const forget = (): void => {
      this.#names = [];
      this.#more = 0;
    };
    const take = (index: number, edges: readonly string[]): void => {
      if (this.#names.length < MOST_ROWS) this.#names.push(`row ${index}: ${edges.join(", ")}`);
      else this.#more++;
    };
    return async function* (columns) {
      forget();
      let index = 0;
      for await (const batch of rows(columns)) {
        for (const { edges = [] } of batch) {
          if (edges.length > 0) take(index, edges);
          index++;
        }
        yield batch;
      }
    };
  }

  /** One line for each row with edge cases. */
  lines(): readonly string[] {
    return this.#more === 0 ? this.#names : [...this.#names, `and ${this.#more} more rows`];
  }
}
