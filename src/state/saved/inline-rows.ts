import type { RowInput } from "../../core/rows/row.ts";
import type { InputRows } from "../input-rows.ts";
import { batchesOf } from "./row-batches.ts";

/** Rows that are in an entry. */
export class InlineRows implements InputRows {
  readonly length: number;
  readonly byteLength: number;
  readonly bytesOnDisk: number = 0;
  readonly ids: InputRows | undefined;
  /** As JSON, which takes less memory than a list. */
  readonly #json: string;

  constructor(
    json: string,
    { length, byteLength, ids }: Pick<InputRows, "length" | "byteLength" | "ids">,
  ) {
    this.length = length;
    this.byteLength = byteLength;
    this.ids = ids;
    this.#json = json;
  }

  batches(from: number, size: number): Iterable<readonly RowInput[]> {
    return batchesOf((JSON.parse(this.#json) as RowInput[]).slice(from), size);
  }
}
