import type { ColumnType, Table } from "../codec/table.ts";
import { Work } from "../codec/work.ts";
import type { JsonValue } from "../core/json.ts";
import { chooseColumn } from "./choose-column.ts";
import type { PackedRows } from "./packed-rows.ts";
import type { RowPacker } from "./row-packer.ts";

/** The rows' IDs, or why there are none; the problem completes "Failed to read …: …." */
type IdsRead =
  | { readonly kind: "ready"; readonly ids: PackedRows }
  | { readonly kind: "refused"; readonly problem: string };

/** Packs the column of the rows' IDs, a batch at a time. They keep the column's type. */
export async function readIds(
  table: Table,
  idColumn: string,
  { packer, key }: { readonly packer: RowPacker; readonly key: string | undefined },
): Promise<IdsRead> {
  const work = new Work(key);
  const column = chooseColumn(table.columns, { columnName: idColumn, rule: "only-column" });
  if (column.kind === "refused") return column;
  const type = table.columns.find(({ name }) => name === idColumn)?.type ?? "string";
  for await (const batch of table.read(idColumn)) {
    for (const cell of batch) append(packer, idOf(cell, type));
    await packer.settle();
    await work.pause();
  }
  return { kind: "ready", ids: packer.finish() };
}

function append(packer: RowPacker, id: JsonValue): void {
  if (typeof id === "string") packer.append(id);
  else packer.appendJson(id);
}

/** Integers that a JSON number can't represent exactly remain text. */
function idOf(cell: string, type: ColumnType): JsonValue {
  if (type === "boolean" && cell !== "") return cell === "true";
  if (type !== "integer" && type !== "number") return type === "boolean" ? null : cell;
  if (cell === "") return null;
  const value = Number(cell);
  return type === "integer" && !Number.isSafeInteger(value) ? cell : value;
}
