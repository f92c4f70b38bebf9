// Tables as CSV files, in datasets and behind URLs.
import fc from "fast-check";
import { anyText, mutated, NASTY } from "./mutations.mjs";
import { often } from "./often.mjs";
import { submitFile } from "./submit-file.mjs";

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "1", "", "2.5", "true", "a b", "é") },
  anyText,
  anyText.map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.constantFrom('"', '""', '"a', 'a"b', '"a"b', '"\n"', '"a\r\nb,c"', "'", " ", "\t"),
);

const table = fc
  .record({
    header: often(
      "inputs",
      "text,inputs",
      "inputs,inputs",
      "",
      '"inputs"',
      "id",
      " inputs ",
      "a,b,c",
    ),
    rows: fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 30 }),
    separator: often(",", ";", "\t", "|"),
    lineEnd: often("\n", "\r\n", "\r", "\n\n"),
    mark: often("", "\ufeff"),
    encoding: often("utf8", "latin1", "utf16le"),
  })
  .map(({ header, rows, separator, lineEnd, mark, encoding }) => {
    const lines = [header, ...rows.map((cells) => cells.join(separator))];
    return Buffer.from(mark + lines.join(lineEnd), encoding);
  });

const TOKENS = [
  ...NASTY,
  '"',
  ",",
  "\n",
  "\r",
  '"\n',
  "\n".repeat(5000),
  ",".repeat(5000),
  "\xff\xfe",
];

/** Attacks the readers of CSV files. */
export const csv = {
  name: "csv",
  cases: fc.record({
    file: mutated(table, TOKENS),
    name: often("rows.csv", "rows", "rows.parquet", "rows.txt"),
    column: often(undefined, "inputs", "id", "", "no such column"),
    way: fc.constantFrom("dataset", "url"),
  }),
  play: submitFile,
};
