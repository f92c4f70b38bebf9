import { expect, test } from "@jest/globals";
import { openCsv } from "../../src/codec/csv-zip/open-csv.ts";
import type { RandomAccessFile } from "../../src/codec/table.ts";
import { fileOf, itemsOf } from "./support.ts";

async function columnOf(content: string | Uint8Array, name: string): Promise<readonly string[]> {
  const table = await openCsv(fileOf(content));
  return itemsOf(table.read(name));
}

test("a column is read by name, in row order, any number of times", async () => {
  const table = await openCsv(fileOf("id,inputs\r\n1,first\r\n2,second\r\n"));
  expect(await itemsOf(table.read("inputs"))).toEqual(["first", "second"]);
  expect(await itemsOf(table.read("id"))).toEqual(["1", "2"]);
  expect(await itemsOf(table.read("inputs"))).toEqual(["first", "second"]);
  expect(await table.countRows()).toBe(2);
});

test.each([
  ["a byte order mark before a quoted name", '\ufeff"a",b\n1,2', ["1"]],
  ["a byte order mark at the start of a cell", "a\n\ufeffx\n", ["\ufeffx"]],
  ["quoted line breaks", 'a\n"x\ny\r\nz\rw"\n', ["x\ny\r\nz\rw"]],
  ["mixed line endings", "a\r\n1\n2\r3\r\n4", ["1", "2", "3", "4"]],
  ["doubled quotes", 'a\n"say ""hi"""\n', ['say "hi"']],
  ["many doubled quotes", `a\n"${'""x'.repeat(20)}"\n`, ['"x'.repeat(20)]],
  ["spaces kept", "a\n  x  \n", ["  x  "]],
  ["a quoted empty cell, and blank lines", 'a\n""\n\n\r\nx\n\n', ["", "x"]],
  ["empty cells", "a,b\n,1\n,\n", ["", ""]],
  ["NUL and emoji", "a\nx\u0000y \u{1F600}\n", ["x\u0000y \u{1F600}"]],
  ["no trailing line break", "a\nx", ["x"]],
  ["just a header", "a\n", []],
  ["just a header without a line break", "a", []],
])("%s", async (_case, content, expected) => {
  expect(await columnOf(content, "a")).toEqual(expected);
});

test("chunk boundaries in the file make no difference", async () => {
  const content = '\ufeff"a",b\r\n"x ""y""\r\n\u{1F600}",1\r\né,2\r"",3\n';
  for (const chunkSize of [1, 2, 3, 5, 7]) {
    const table = await openCsv(fileOf(content, chunkSize));
    expect(await itemsOf(table.read("a"))).toEqual(['x "y"\r\n\u{1F600}', "é", ""]);
  }
});

test.each([
  ["Latin-1", "caf\xe9\n", ' after "inputs\\nok\\ncaf"'],
  ["an incomplete last character", "caf\xc3", ""],
  ["Latin-1 after U+FFFD", "\xef\xbf\xbd caf\xe9\n", ""],
])("text that isn't UTF-8 is refused: %s", async (_, text, where) => {
  const file = fileOf(Buffer.from(`inputs\nok\n${text}`, "latin1"), 4096);
  await expect(openCsv(file)).rejects.toThrow(
    `Failed to read the CSV file: it is not valid UTF-8${where}. Save it as UTF-8.`,
  );
  expect(await columnOf("inputs\nU+FFFD: \ufffd\n", "inputs")).toEqual(["U+FFFD: \ufffd"]);
});

test("strings of a megabyte are read in full", async () => {
  const text = "é\n".repeat(500_000);
  expect(await columnOf(`a,b\n"${text}",1\nx,2\n`, "a")).toEqual([text, "x"]);
});

test("column types are inferred from the first rows", async () => {
  const table = await openCsv(fileOf("t,i,n,e,m\nx,1,1.5,,1\ny,-20,-2e3,,z\nz,,.5,,2\n"));
  expect(table.columns).toEqual([
    { name: "t", type: "string" },
    { name: "i", type: "integer" },
    { name: "n", type: "number" },
    { name: "e", type: "string" },
    { name: "m", type: "string" },
  ]);
});

test.each([
  ["", "it is empty; expected a header row"],
  ["\n\n", "it is empty; expected a header row"],
  ["a,b,a,c,b,a\n1,2,3,4,5,6\n", "it has duplicate column names (`a`, `b`)"],
  ["a,b\n1,2\n3,4,5\n", "row 2 (line 3) has 3 cells, but the header has 2"],
  ['a,b\n"1\n2",2\n3\n', "row 2 (line 4) has 1 cell, but the header has 2"],
  [
    'a,b\n1,2\n3,"x\n5,6\n7,8',
    "row 2 opens a quote that is never closed (the file ends on line 5)",
  ],
  ['"a,b\n1,2', "the header opens a quote that is never closed (the file ends on line 2)"],
  [
    'a,b\n1,x"y\n',
    'row 1 (line 2) is not valid CSV: cell 2 has a quote after "x", but does not begin with one',
  ],
  [
    'a,b\n1,"x"y\n',
    'row 1 (line 2) is not valid CSV: a closing quote is followed by "y" instead of a comma or a line break',
  ],
  [",".repeat(20_000), "the header (line 1) exceeds the limit of 16384 cells"],
])("%j is rejected", async (content, problem) => {
  await expect(openCsv(fileOf(content))).rejects.toMatchObject({
    name: "FileFormatError",
    message: `Failed to read the CSV file: ${problem}.`,
  });
});

test("an invalid row late in the file is rejected when reading or counting reaches it", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `${index},x\n`).join("");
  const table = await openCsv(fileOf(`a,b\n${rows}5000\n`));
  const problem = {
    name: "FileFormatError",
    message: "Failed to read the CSV file: row 5001 (line 5002) has 1 cell, but the header has 2.",
  };
  await expect(itemsOf(table.read("a"))).rejects.toMatchObject(problem);
  await expect(table.countRows()).rejects.toMatchObject(problem);
});

test("an unclosed quote can't make the reader buffer a file of any size", async () => {
  const file: RandomAccessFile = {
    ...fileOf(""),
    async *[Symbol.asyncIterator]() {
      yield Buffer.from('a\n"');
      const chunk = Buffer.alloc(1_048_576, "x");
      for (;;) yield chunk;
    },
  };
  await expect(openCsv(file)).rejects.toThrow(
    "Failed to read the CSV file: row 1 is longer than 16777216 characters (at line 2), perhaps because a quote is never closed.",
  );
});

test("an unknown column is rejected with the names of the existing ones", async () => {
  const table = await openCsv(fileOf("a,b\n1,2\n"));
  await expect(itemsOf(table.read("c"))).rejects.toMatchObject({
    name: "FileFormatError",
    message: "Failed to read the CSV file: it has no column `c`, only `a`, `b`.",
  });
});

test("an error from the file itself passes through unchanged", async () => {
  const failure = new Error("the disk is gone");
  const file: RandomAccessFile = {
    ...fileOf(""),
    async *[Symbol.asyncIterator]() {
      yield Buffer.from("a\n1\n");
      throw failure;
    },
  };
  await expect(openCsv(file)).rejects.toBe(failure);
});

test("the file is released when reading ends early or fails", async () => {
  let openStreams = 0;
  const file: RandomAccessFile = {
    ...fileOf(""),
    async *[Symbol.asyncIterator]() {
      openStreams += 1;
      try {
        yield Buffer.from("a\n");
        for (let index = 0; index < 100_000; index++) yield Buffer.from(`${index}\n`.repeat(100));
        yield Buffer.from("1,2\n");
      } finally {
        openStreams -= 1;
      }
    },
  };
  const table = await openCsv(file);
  expect(openStreams).toBe(0);
  for await (const batch of table.read("a")) {
    expect(batch.length).toBeGreaterThan(0);
    expect(openStreams).toBe(1);
    break;
  }
  expect(openStreams).toBe(0);
});
