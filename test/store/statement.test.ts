import { expect, test } from "@jest/globals";
import { statementOf } from "../../src/stores/postgres/postgres-client.ts";

test("values take the places of the question marks in a statement", () => {
  const sql = "INSERT INTO t (a, b, c, d) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
  const values = ["? \\ $1", "a\\0b", -1.5, null];
  expect(statementOf(`${sql} -- ?`, [...values, Uint8Array.of(0, 39, 255)])).toBe(
    "INSERT INTO t (a, b, c, d) VALUES ('? \\ $1', 'a\\0b', -1.5, NULL) ON CONFLICT DO NOTHING -- '\\x0027ff'",
  );
});

test("a string can't end itself, because nobody knows its tag beforehand", () => {
  const text = "it's \\'; DROP TABLE t; -- $q$ $q";
  const [first, second] = [1, 2].map(() => statementOf("SELECT ?", [text]));
  const [, tag, quoted] = /^SELECT (\$q[0-9a-f]{32}\$)(.*)\1$/s.exec(first ?? "") ?? [];
  expect(quoted).toBe(text);
  expect(second).not.toContain(tag);
});

test("a string of quotes takes little more memory than its length", () => {
  const text = "'".repeat(60_000_000);
  const before = process.memoryUsage().heapUsed;
  expect(statementOf("SELECT ?", [text])).toHaveLength(text.length + 7 + 2 * 35);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});

test("a statement rejects a wrong number of values", () => {
  expect(() => statementOf("DELETE FROM t WHERE id = ?", [])).toThrow(
    new RangeError("Expected 1 values for `DELETE FROM t WHERE id = ?`, got 0."),
  );
});
