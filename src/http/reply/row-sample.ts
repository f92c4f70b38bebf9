import { rowCell } from "../../codec/row-cell.ts";
import { SAMPLE_ROWS, sampleCell } from "../../codec/sample-table.ts";
import type { NamedColumn, Row, RowSource } from "../../core/rows/row.ts";

/** The first rows of a binary file for the journal, taken while the file is encoded. */
export class RowSample {
  readonly #columns: readonly NamedColumn[];
  #rows: readonly (readonly string[])[] = [];

  constructor(columns: readonly NamedColumn[]) {
    this.#columns = columns;
  }

  /** Passes the rows through; each pass over them takes the sample again. */
  watch(rows: RowSource): RowSource {
    const take = (batch: readonly Row[]): void => this.#take(batch);
    const forget = (): void => {
      this.#rows = [];
    };
    return async function* (columns) {
      forget();
      for await (const batch of rows(columns)) {
        take(batch);
        yield batch;
      }
    };
  }

  /** The names of the columns, and the cells of the first rows, as text up to a limit. */
  table(): readonly (readonly string[])[] {
    return [this.#columns.map(({ name }) => name), ...this.#rows];
  }

  #take(batch: readonly Row[]): void {
    const room = SAMPLE_ROWS - this.#rows.length;
    if (room <= 0) return;
    const cells = batch
      .slice(0, room)
      .map((row) => this.#columns.map(({ column }) => sampleCell(String(rowCell(row, column)))));
    this.#rows = [...this.#rows, ...cells];
  }
}
