import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { MalformedBodyError } from "../../../src/input/body-chunks.ts";
import { parseSmallJson } from "../../../src/input/json/parse-json-body.ts";
import { type ParsedJson, StreamedJson } from "../../../src/input/json/streamed-json.ts";
import { codePoint } from "../../support/code-point.ts";

const ROWS_AT = ["inputs"];

const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom("a", "\uFEFF", "é", "😀", "\0", "\\", '"', "\uD800", "\n"),
    maxLength: 40,
  }),
);

const anyBody = fc.oneof(
  fc.jsonValue({ stringUnit: codePoint }),
  fc.record({ model: fc.jsonValue(), inputs: fc.array(fc.oneof(anyText, fc.jsonValue())) }),
  fc.dictionary(fc.constantFrom("inputs", "__proto__", "7", "", "b"), fc.jsonValue()),
);

/** JSON text of a value with white space between its tokens and, now and then, a doubled key. */
const anyDocument = fc
  .tuple(anyBody, fc.constantFrom(undefined, 1, "\t"), fc.boolean(), fc.jsonValue())
  .map(([body, indent, isDoubled, other]) => {
    const text = JSON.stringify(body, null, indent);
    const isMembered = text.startsWith("{") && text.length > 2;
    return isDoubled && isMembered ? `{"inputs":${JSON.stringify(other)},${text.slice(1)}` : text;
  });

const anyCuts = fc.infiniteStream(fc.integer({ min: 1, max: 30 }));

async function parseStreamed(bytes: Uint8Array, cuts: Iterator<number>): Promise<ParsedJson> {
  const parser = new StreamedJson({ rowsAt: ROWS_AT });
  let start = 0;
  while (start < bytes.length) {
    const size = Number(cuts.next().value);
    parser.write(bytes.subarray(start, start + size));
    start += size;
  }
  return parser.end();
}

function contents({ value, spool }: ParsedJson) {
  const rows = spool && [...spool.packer.finish().batches()].flat();
  return { value, rows, sampled: spool?.sampledRows };
}

async function outcomeOf(parse: () => Promise<ParsedJson>) {
  try {
    return contents(await parse());
  } catch (error) {
    if (error instanceof MalformedBodyError) return "malformed";
    throw error;
  }
}

/** The opinion of `JSON.parse`, which is independent of our rows. */
function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

test("law: small and streamed parsing give the same, however the stream is cut", async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, anyCuts, async (text, cuts) => {
      const bytes = Buffer.from(text);
      const small = parseSmallJson(bytes, { rowsAt: ROWS_AT });
      const streamed = await parseStreamed(bytes, cuts);
      expect(contents(streamed)).toStrictEqual(small && contents(small));
    }),
    { numRuns: 100 },
  );
});

test("law: without rows, both give what JSON.parse gives", async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const text = JSON.stringify(body);
      const parser = new StreamedJson({ rowsAt: undefined });
      parser.write(Buffer.from(text));
      expect(parser.end()).toStrictEqual({ value: JSON.parse(text) });
      expect(parseSmallJson(Buffer.from(text), { rowsAt: undefined })).toStrictEqual({
        value: JSON.parse(text),
      });
    }),
    { numRuns: 60 },
  );
});

test("law: a spoilt document is refused by both or by none", async () => {
  const junk = fc.oneof(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "\uFEFF",
      "0",
      "-",
      ".",
      "e",
      "\0",
      " ",
      "\\u12",
      "tru",
    ),
    fc.uint8Array({ minLength: 1, maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(
      anyDocument,
      fc.nat(),
      fc.nat(3),
      junk,
      anyCuts,
      async (text, place, dropped, added, cuts) => {
        const bytes = Buffer.from(text);
        const at = place % (bytes.length + 1);
        const spoilt = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(added),
          bytes.subarray(at + dropped),
        ]);
        const small = parseSmallJson(spoilt, { rowsAt: ROWS_AT });
        const streamed = await outcomeOf(() => parseStreamed(spoilt, cuts));
        expect(streamed).toStrictEqual(small ? contents(small) : "malformed");
        expect(small !== undefined).toBe(isJson(spoilt));
      },
    ),
    { numRuns: 100 },
  );
});

test("law: where a token is refused, the message gives the byte at which it stands", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.jsonValue({ stringUnit: codePoint }), anyText)),
      anyCuts,
      async (items, cuts) => {
        const text = `[${items.map((item) => `${JSON.stringify(item)},\n`).join("")}}`;
        const bytes = Buffer.from(text);
        const place = `at byte ${bytes.length - 1} (line ${items.length + 1}), got \`}\``;
        await expect(parseStreamed(bytes, cuts)).rejects.toThrow(place);
      },
    ),
    { numRuns: 60 },
  );
});
