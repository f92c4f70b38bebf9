import { expect, test } from "@jest/globals";
import { statementOf } from "../../src/state/saved/postgres/statement.ts";

test("values take the places of the question marks in a statement, and can't end their strings", () => {
  const sql = "INSERT INTO t (a, b, c, d, e) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
  const values = ["it's ?\\'; DROP TABLE t; --", "a\0b", -1.5, null, Uint8Array.of(0, 39, 255)];
  expect(statementOf(sql, values)).toBe(
    "INSERT INTO t (a, b, c, d, e) VALUES ('it''s ?\\''; DROP TABLE t; --', 'a\\0b', -1.5, NULL, '\\x0027ff') ON CONFLICT DO NOTHING",
  );
});

test("a statement rejects a wrong number of values", () => {
  expect(() => statementOf("DELETE FROM t WHERE id = ?", [])).toThrow(
    new RangeError("Expected 1 values for `DELETE FROM t WHERE id = ?`, got 0."),
  );
});
