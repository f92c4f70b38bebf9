import type { RowInput } from "../../src/core/rows/row.ts";
import type { PackedRows } from "../../src/input/packed-rows.ts";
import { RowPacker } from "../../src/input/row-packer.ts";

/** The given strings as packed rows. */
export function packRows(texts: Iterable<string>): PackedRows {
  const packer = new RowPacker();
  for (const text of texts) packer.append(text);
  return packer.finish();
}

/** The row at an index. */
export function rowAt(rows: PackedRows, index: number): RowInput | undefined {
  const [batch = []] = rows.batches(index, 1);
  return batch[0];
}
