import { firstOf, type Table } from "../codec/table.ts";
import { suggestion } from "../core/nearest.ts";
import { UnreadableFileError } from "./detect-format.ts";

export type ColumnChoice = {
  readonly columnName?: string;
  readonly idColumn?: string;
  /** How to choose a column if the request names none (assumption `dataset-column`). */
  readonly rule: "inputs-or-first-text" | "only-column";
};

const INPUTS_COLUMN = "inputs";

/**
 * Returns the requested column, regardless of its type. If none is requested, `rule` decides: it
 * prefers the column `inputs` to the first column of type `string`, or requires a single column.
 * Throws an UnreadableFileError if no column qualifies.
 */
export function chooseColumn(
  columns: Table["columns"],
  { columnName, rule }: ColumnChoice,
): string {
  if (columns.length === 0) throw new UnreadableFileError("it has no columns");
  const has = (name: string): boolean => columns.some((column) => column.name === name);
  if (columnName !== undefined) {
    if (has(columnName)) return columnName;
    const names = columns.map(({ name }) => name);
    const hint = suggestion(columnName, names);
    const problem = `expected a column \`${columnName}\`, got ${listOf(columns)}`;
    throw new UnreadableFileError(hint === "" ? problem : `${problem}.${hint}`);
  }
  const [first, ...others] = columns;
  if (rule === "only-column") {
    if (first && others.length === 0) return first.name;
    throw new UnreadableFileError(`expected it to have one column, got ${listOf(columns)}`);
  }
  if (has(INPUTS_COLUMN)) return INPUTS_COLUMN;
  const text = columns.find((column) => column.type === "string");
  if (text) return text.name;
  throw new UnreadableFileError(
    `expected a column \`${INPUTS_COLUMN}\` or a column of strings, got ${listOf(columns)}`,
  );
}

function listOf(columns: Table["columns"]): string {
  const described = columns.map(({ name, type }) => `\`${name}\` (${type})`);
  return firstOf(described, 20);
}
