import { expect, test } from "@jest/globals";
import { isTooDeep, malformedJson } from "../../../src/input/json/json-limits.ts";
import { parseJsonBody } from "../../../src/input/json/parse-json-body.ts";
import { StreamedJson } from "../../../src/input/json/streamed-json.ts";

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const INVALID_UTF8 = Buffer.concat([
  Buffer.from('["é'),
  Buffer.from([0xc3, 0x28]),
  Buffer.from('"]'),
]);

test.each([
  ["", "it is empty"],
  [" \n\t", "it is empty"],
  ["{", "it ends where `}` or a key in double quotes was expected"],
  ['{"a"', "it ends where `:` was expected"],
  ['{"a":', "it ends where a value was expected"],
  ['{"a":1', "it ends where `,` or `}` was expected"],
  ['["a', "it ends within a string"],
  ["[tru", "it ends within a literal"],
  ["-", "it ends within a number"],
  ["{'a':1}", "expected `}` or a key in double quotes at byte 1 (line 1), got `'`"],
  ['{"a":1,}', "expected a key in double quotes at byte 7 (line 1), got `}`"],
  ["{a:1}", "expected `}` or a key in double quotes at byte 1 (line 1), got `a`"],
  ["{1:1}", "expected `}` or a key in double quotes at byte 1 (line 1), got `1`"],
  ['{"a" 1}', "expected `:` at byte 5 (line 1), got `1`"],
  ['{\n  "a": 1\n  "b": 2\n}', 'expected `,` or `}` at byte 13 (line 3), got `"b"`'],
  ["[1,]", "expected a value at byte 3 (line 1), got `]`"],
  ["[,1]", "expected a value or `]` at byte 1 (line 1), got `,`"],
  ["[1 2]", "expected `,` or `]` at byte 3 (line 1), got `2`"],
  ["[01]", "expected `,` or `]` at byte 2 (line 1), got `1`"],
  ["[1}", "expected `,` or `]` at byte 2 (line 1), got `}`"],
  ["[1.]", "expected a digit at byte 3 (line 1), got `]`"],
  ["[.5]", "expected a value or `]` at byte 1 (line 1), got `.`"],
  ["[+1]", "expected a value or `]` at byte 1 (line 1), got `+`"],
  ["[NaN]", "expected a value or `]` at byte 1 (line 1), got `N`"],
  ["[nul]", "expected `null` at byte 4 (line 1), got `]`"],
  ["[True]", "expected a value or `]` at byte 1 (line 1), got `T`"],
  [
    '["a\nb"]',
    "expected an escape such as `\\n` instead of a control character at byte 3 (line 1), got U+000A",
  ],
  ['["\\x"]', "expected an escape such as `\\n`, `\\\\`, or `\\u00e9` at byte 3 (line 1), got `x`"],
  ['["\\u12g4"]', "expected four hexadecimal digits after `\\u` at byte 6 (line 1), got `g`"],
  ["{} {}", "expected nothing after the JSON value at byte 3 (line 1), got `{`"],
  ["{}x", "expected nothing after the JSON value at byte 2 (line 1), got `x`"],
  ["null,", "expected nothing after the JSON value at byte 4 (line 1), got `,`"],
  ["// note\n{}", "expected a value at byte 0 (line 1), got `/`"],
  ["a=1&b=2", "expected a value at byte 0 (line 1), got `a`"],
  ["\0", "expected a value at byte 0 (line 1), got U+0000"],
  ["[`]", "expected a value or `]` at byte 1 (line 1), got U+0060"],
  ["\uFEFF{}", "it begins with a byte order mark. Send UTF-8 without one"],
  ["[\uFEFF1]", "expected a value or `]` at byte 1 (line 1), got the byte 0xEF"],
  [
    `["a" "${"b".repeat(50)}"]`,
    `expected \`,\` or \`]\` at byte 5 (line 1), got \`"${"b".repeat(39)}\`…`,
  ],
  ["[".repeat(1001), "expected at most 1000 levels of nesting at byte 1000 (line 1), got one more"],
  [INVALID_UTF8, "expected UTF-8 at byte 4 (line 1), got the byte 0xC3"],
  [Buffer.from([0x5b, 0xff]), "expected a value or `]` at byte 1 (line 1), got the byte 0xFF"],
  [Buffer.from([0x22, 0xe2, 0x82]), "it ends within a string"],
])("%j is refused: %s", async (text, problem) => {
  const bytes = Buffer.from(text);

  const parsed = parseJsonBody(once(bytes), { maxBytes: 10_000, rowsAt: ["inputs"] });

  await expect(parsed).rejects.toThrow(malformedJson(problem));
});

test("the message is a sentence", () => {
  expect(malformedJson("it is empty").message).toBe(
    "Failed to parse the body as JSON: it is empty.",
  );
});

test.each([
  ["a token", '{"a":1,\n"b" 2}', "expected `:` at byte 12 (line 2), got `2`"],
  [
    "a token over several pieces",
    '["a","b" "cdef"]',
    'expected `,` or `]` at byte 9 (line 1), got `"cdef"`',
  ],
  [
    "a character",
    '["aé\n"]',
    "expected an escape such as `\\n` instead of a control character at byte 5 (line 1), got U+000A",
  ],
])("%s is found at the same place, byte by byte", async (_, text, problem) => {
  const parser = new StreamedJson({ rowsAt: undefined });

  const write = () => {
    for (const byte of Buffer.from(text)) parser.write(Uint8Array.of(byte));
  };

  expect(write).toThrow(malformedJson(problem));
});

test("a character cut by pieces that is no UTF-8 is found where it begins", async () => {
  const parser = new StreamedJson({ rowsAt: undefined });
  parser.write(Buffer.concat([Buffer.from('["é€'), Buffer.from([0xe2, 0x82])]));

  expect(() => parser.write(Buffer.from('"]'))).toThrow(
    malformedJson("expected UTF-8 at byte 7 (line 1), got the byte 0xE2"),
  );
});

test("nesting of 1,000 levels is taken, in every part of the body", async () => {
  const nested = "[".repeat(999) + "]".repeat(999);

  const inRows = parseJsonBody(once(Buffer.from(`{"inputs":${nested.slice(1, -1)}}`)), {
    maxBytes: 10_000,
    rowsAt: ["inputs"],
  });
  const elsewhere = parseJsonBody(once(Buffer.from(`{"x":${nested}}`)), {
    maxBytes: 10_000,
    rowsAt: ["inputs"],
  });

  await expect(inRows).resolves.toMatchObject({ sampledRows: [0] });
  await expect(elsewhere).resolves.toMatchObject({ sampledRows: [] });
});

test("an empty list counts as a level, too", async () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  expect([1000, 1001].map((levels) => isTooDeep(JSON.parse(nested(levels))))).toEqual([
    false,
    true,
  ]);
  await expect(
    parseJsonBody(once(Buffer.from(nested(1001))), { maxBytes: 10_000, rowsAt: undefined }),
  ).rejects.toThrow("expected at most 1000 levels of nesting");
});
