import { expect, test } from "@jest/globals";
import { StreamedJson } from "../../../src/input/json/streamed-json.ts";

async function parseInPieces(text: string, size: number): Promise<unknown> {
  const parser = new StreamedJson({ rowsAt: undefined });
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    parser.write(bytes.subarray(start, start + size));
  }
  return parser.end().value;
}

const SIZES = Array.from({ length: 15 }, (_, index) => index + 1);

test.each([
  '["\\u00e9\\u6f22\\u5b57", "caf\\u00e9 au lait", "\\u00E9"]',
  '["\\ud83d\\ude00\\ud83d\\ude00", "a\\ud83d\\ude00b"]',
  '["\\ud83d", "\\ude00", "\\ude00\\ud83d", "\\ud83d\\ud83d\\ude00", "\\ud83da", "\\ud83d\\u00e9", "\\ud83d\\n"]',
  '["\\\\u00e9", "\\\\\\u00e9", "\\\\\\\\u00e9", "\\"\\u00e9\\"", "\\n\\u00e9\\/"]',
  '["\\u0022\\u005c\\u0000\\u001f\\u007f\\u0080\\u07ff\\u0800\\ufeff\\uffff"]',
  '{"cl\\u00e9\\u00e9": {"\\u6f22": [1, "\\u6f22"]}, "é\\u00e9é": true}',
])("escapes mean the same wherever a piece ends: %s", async (text) => {
  for (const size of SIZES) {
    expect({ size, value: await parseInPieces(text, size) }).toEqual({
      size,
      value: JSON.parse(text),
    });
  }
});

test.each([
  ['["\\u00e9" "\\u6f22"]', 'expected `,` or `]` at byte 10 (line 1), got `"漢"`'],
  ['["\\u00e9\\u6f22",\n"\\ud83d\\ude00" 1]', "expected `,` or `]` at byte 32 (line 2), got `1`"],
  [
    '["\\u00e9\\x"]',
    "expected an escape such as `\\n`, `\\\\`, or `\\u00e9` at byte 9 (line 1), got `x`",
  ],
  [
    '["\\u00e9\\u00g9"]',
    "expected four hexadecimal digits after `\\u` at byte 12 (line 1), got `g`",
  ],
  ["[\\u00e9]", "expected a value or `]` at byte 1 (line 1), got `\\`"],
  ['["\\u00e9\\u00e9', "it ends within a string"],
  ['["\\u00e9\\u00', "it ends within a string"],
])("problems are located in the bytes as sent: %s", async (text, problem) => {
  for (const size of SIZES) {
    const parsing = parseInPieces(text, size);
    await expect(parsing).rejects.toThrow(`Failed to parse the body as JSON: ${problem}.`);
  }
});
