import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { PackedRows } from "../../src/input/packed-rows.ts";
import { RowPacker } from "../../src/input/row-packer.ts";
import { codePoint } from "../support/code-point.ts";
import { packRows, rowAt } from "../support/packed-rows.ts";

const MEGABYTE = 1024 * 1024;

test("rows come back as they were, with NUL, emoji, a byte order mark and newlines in them", () => {
  const texts = ["", "a", "\0", "line\r\nbreak", "👩‍💻 Ünïcode", "\uFEFFmarked", "", '"quoted"'];

  const rows = packRows(texts);

  expect(rows.length).toBe(8);
  expect(Array.from(texts, (_, index) => rowAt(rows, index))).toEqual(texts);
  expect(rows.byteLength).toBe(Buffer.byteLength(texts.join("")));
});

test("a lone surrogate becomes the replacement character", () => {
  expect(rowAt(packRows(["a\uD800b\uDC00"]), 0)).toBe("a\uFFFDb\uFFFD");
});

test("a batch ends with a row of a megabyte", () => {
  const long = "é".repeat(MEGABYTE / 2);
  const texts = ["small", long, "x".repeat(3 * MEGABYTE), "", "small again", long];

  const rows = packRows(texts);

  expect([...rows.batches(0, 100)]).toEqual([texts.slice(0, 2), texts.slice(2, 3), texts.slice(3)]);
  expect(rowAt(rows, 2)).toHaveLength(3 * MEGABYTE);
});

test("batches begin at any row and the last one may be shorter", () => {
  const rows = packRows(["a", "b", "c", "d", "e"]);

  expect([...rows.batches(0, 2)]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect([...rows.batches(3, 2)]).toEqual([["d", "e"]]);
  expect([...rows.batches(4)]).toEqual([["e"]]);
  expect([...rows.batches(5)]).toEqual([]);
});

test("no rows are rows too", () => {
  const rows = packRows([]);

  expect([rows.length, rows.byteLength]).toEqual([0, 0]);
  expect([...rows.batches()]).toEqual([]);
  expect(PackedRows.concat([]).length).toBe(0);
});

test("nothing can be appended to finished rows", () => {
  const packer = new RowPacker();
  packer.append("a");
  packer.finish();

  expect(() => packer.append("b")).toThrow("Failed to append a row: packing has ended.");
});

test("lists are joined in their order and share their bytes", () => {
  const first = packRows(Array.from({ length: 3000 }, (_, index) => `first ${index}`));
  const second = packRows(["x".repeat(MEGABYTE)]);

  const joined = PackedRows.concat([first, packRows([]), second, first]);

  expect(joined.length).toBe(6001);
  expect(joined.byteLength).toBe(2 * first.byteLength + second.byteLength);
  expect(rowAt(joined, 2999)).toBe("first 2999");
  expect(rowAt(joined, 3000)).toHaveLength(MEGABYTE);
  expect(rowAt(joined, 3001)).toBe("first 0");
  expect([...joined.batches(2999, 2)][0]?.map((text) => String(text).length)).toEqual([
    10,
    MEGABYTE,
  ]);
  expect([...joined.bytes()][0]).toBe([...first.bytes()][0]);
});

test("law: packing any strings and reading them gives them back well-formed", () => {
  const anyTexts = fc.array(fc.string({ unit: codePoint, maxLength: 3000 }), { maxLength: 60 });
  fc.assert(
    fc.property(anyTexts, fc.nat(70), fc.integer({ min: 1, max: 20 }), (texts, from, size) => {
      const rows = packRows(texts);
      const wellFormed = texts.map((text) => Buffer.from(text).toString());
      expect([...rows.batches(from, size)].flat()).toEqual(wellFormed.slice(from));
      expect(wellFormed.map((_, index) => rowAt(rows, index))).toEqual(wellFormed);
    }),
    { numRuns: 100 },
  );
});

test("law: the bytes of equal rows are equal, however they were put together", () => {
  const anyTexts = fc.array(fc.string({ unit: codePoint, maxLength: 200 }));
  const bytesOf = (rows: PackedRows) => Buffer.concat([...rows.bytes()]).toString("hex");
  fc.assert(
    fc.property(anyTexts, anyTexts, (first, second) => {
      const joined = PackedRows.concat([packRows(first), packRows(second)]);
      expect(bytesOf(joined)).toBe(bytesOf(packRows([...first, ...second])));
    }),
    { numRuns: 50 },
  );
});

test("200,000 rows of 100 characters cost about 21 MB outside of the heap", () => {
  const packer = new RowPacker();
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 200_000; index++) packer.append(`${index}`.padEnd(100, "x"));
  const rows = packer.finish();

  const cost = process.memoryUsage().arrayBuffers - before;

  expect(rows.length).toBe(200_000);
  expect(rows.byteLength).toBe(20_000_000);
  expect(cost).toBeLessThan(24_000_000);
});

test("one small row costs no megabyte", () => {
  const before = process.memoryUsage().arrayBuffers;
  const kept = Array.from({ length: 500 }, () => packRows(["one small row"]));

  const cost = process.memoryUsage().arrayBuffers - before;

  expect(kept).toHaveLength(500);
  expect(cost).toBeLessThan(3_000_000);
});
