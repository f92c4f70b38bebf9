import type { ResultColumn, Row } from "../core/rows/row.ts";

/** What a row holds in a column: the same value for every format. */
export function rowCell(row: Row, column: ResultColumn): string | number {
  switch (column) {
    case "inputs":
      return row.input;
    case "outputs":
      return row.output;
    case "cumulativeLogprobs":
      // Adding zero makes 0 of -0, which JSON and CSV write as 0 and Parquet would keep.
      return row.cumulativeLogprob + 0;
  }
}
