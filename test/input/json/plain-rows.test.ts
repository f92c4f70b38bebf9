import { expect, test } from "@jest/globals";
import { tooManyRows, tooMuchDecoded } from "../../../src/codec/row-limits.ts";
import { StreamedJson } from "../../../src/input/json/streamed-json.ts";

const LIMITS = { maxRows: 12, maxDecodedBytes: 100 };
/** Several rows in each piece, and pieces that end anywhere in a row. */
const SIZES = [1000, 50, 30, 7];
/** After its first three rows, an array's plain strings are packed without the tokenizer. */
const START = '{"inputs": ["a",\n"b", "\\u00e9", "plain" , "é\\n€\\"", "no surprise",';

async function rowsOf(body: Uint8Array, size: number) {
  const parser = new StreamedJson({ rowsAt: ["inputs"], limits: LIMITS });
  for (let start = 0; start < body.length; start += size)
    parser.write(body.subarray(start, start + size));
  return [...(parser.end().spool?.packer.finish().batches() ?? [])].flat();
}

test.each([
  '"last"], "name": "x"}',
  '{"a": "b", "c": ["d"]}, "after", 5, "more", null]}',
  '\t"\\u0041\\ud83d\\ude00", "\\\\\\/\\b\\f\\n\\r\\t", "\uFEFF😀\u007f,[{]}"]}',
])("rows are the same with and without the tokenizer, in pieces of any size: %s", async (rest) => {
  const { inputs } = JSON.parse(START + rest);
  for (const size of SIZES)
    expect({ size, rows: await rowsOf(Buffer.from(START + rest), size) }).toEqual({
      size,
      rows: inputs,
    });
});

test.each([
  [
    '"ab\tc"',
    "expected an escape such as `\\n` instead of a control character at byte 72 (line 2), got U+0009",
  ],
  [
    '"ab\\x"',
    "expected an escape such as `\\n`, `\\\\`, or `\\u00e9` at byte 73 (line 2), got `x`",
  ],
  ['"ab" "c"', 'expected `,` or `]` at byte 74 (line 2), got `"c"`'],
  ['"ab", , "c"', "expected a value at byte 75 (line 2), got `,`"],
  [Buffer.from([0x22, 0x61, 0xff, 0x22]), "expected UTF-8 at byte 71 (line 2), got the byte 0xFF"],
])("problems after plain rows are found where they are: %s", async (rest, problem) => {
  const body = Buffer.concat([Buffer.from(START), Buffer.from(rest), Buffer.from("]}")]);
  for (const size of SIZES)
    await expect(rowsOf(body, size)).rejects.toThrow(
      `Failed to parse the body as JSON: ${problem}.`,
    );
});

test("plain rows count for the limits", async () => {
  const many = `${START}${'"x",'.repeat(6)}"y"]}`;
  const long = `${START}"${"x".repeat(100)}"]}`;
  for (const size of SIZES) {
    await expect(rowsOf(Buffer.from(many), size)).rejects.toEqual(tooManyRows(LIMITS));
    await expect(rowsOf(Buffer.from(long), size)).rejects.toEqual(tooMuchDecoded(LIMITS));
  }
});
