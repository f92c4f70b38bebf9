import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { SqlValue } from "../sqlite/sqlite.ts";

/**
 * A statement with its values in place of the question marks. A message with parameters has room for only one statement, and a
 * response to each of them would take most of the time of a transaction.
 */
export function statementOf(sql: string, values: readonly SqlValue[]): string {
  const [first = "", ...others] = sql.split("?");
  if (others.length !== values.length)
    throw new RangeError(`Expected ${others.length} values for \`${sql}\`, got ${values.length}.`);
  return others.reduce((text, part, index) => text + literalOf(values[index]) + part, first);
}

/** Every session sets `standard_conforming_strings`, so nothing but a quote has a meaning in a string. */
function literalOf(value: SqlValue | undefined): string {
  if (value == null) return "NULL";
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  return `'\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}'`;
}

/**
 * A string with quotes is enclosed in tags, since doubling each quote would take 35 times its memory. The tags are random, so that no
 * client can end its string.
 */
function quoted(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  const tag = `$q${randomUUID().replaceAll("-", "")}$`;
  return tag + text + tag;
}
