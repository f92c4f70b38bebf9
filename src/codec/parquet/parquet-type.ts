import type { SchemaElement, SchemaTree } from "hyparquet";
import type { ColumnType } from "../table.ts";

const TEXT_ANNOTATIONS = new Set(["UTF8", "STRING", "ENUM", "JSON", "UUID"]);

/** The type of a top-level column in a Parquet schema. */
export function columnType(column: SchemaTree): ColumnType {
  if (column.children.length > 0 || column.element.repetition_type === "REPEATED") return "other";
  return annotatedType(column.element) ?? physicalType(column.element);
}

/** Annotations exist in two generations; older files have only the first. */
function annotatedType({ converted_type, logical_type }: SchemaElement): ColumnType | undefined {
  const annotation = logical_type?.type ?? converted_type;
  if (annotation === undefined) return undefined;
  if (TEXT_ANNOTATIONS.has(annotation)) return "string";
  if (annotation === "DECIMAL" || annotation === "FLOAT16") return "number";
  if (annotation === "DATE" || annotation.startsWith("TIMESTAMP")) return "timestamp";
  if (annotation === "INTEGER" || /^U?INT_/.test(annotation)) return "integer";
  return "other";
}

function physicalType({ type }: SchemaElement): ColumnType {
  switch (type) {
    case "BOOLEAN":
      return "boolean";
    case "INT32":
    case "INT64":
      return "integer";
    case "INT96":
      return "timestamp";
    case "FLOAT":
    case "DOUBLE":
      return "number";
    default:
      return "other";
  }
}
