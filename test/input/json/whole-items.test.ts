import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { StreamedJson, type StreamedJsonOptions } from "../../../src/input/json/streamed-json.ts";
import { codePoint } from "../../support/code-point.ts";

const CHECK = { isValid: () => true, mostRows: 1000 };

/** The parsed body, or the error with its location. */
async function outcomeOf(body: Buffer, size: number, options: Partial<StreamedJsonOptions>) {
  const parser = new StreamedJson({ rowsAt: ["rows"], sampling: CHECK, ...options });
  try {
    // Items are read at once only in pieces that begin within the array of rows.
    const first = body.indexOf("[") + 1;
    parser.write(body.subarray(0, first));
    for (let start = first; start < body.length; start += size)
      parser.write(body.subarray(start, start + size));
    const { value, spool } = parser.end();
    spool?.sample.splice(0);
    const rows = spool && [...spool.packer.finish().bytes()].map((bytes) => bytes.toString());
    return { value, rows };
  } catch (error) {
    return { error: String(error) };
  }
}

const anyRow = fc.oneof(
  { weight: 3, arbitrary: fc.dictionary(fc.string({ unit: codePoint }), fc.jsonValue()) },
  fc.record({
    id: fc.string(),
    parts: fc.array(fc.record({ text: fc.string({ unit: codePoint }) })),
  }),
  fc.jsonValue({ stringUnit: codePoint }),
);

/** JSON text with white space, doubled keys, escapes, and braces in strings. */
const anyDocument = fc
  .tuple(
    fc.array(anyRow, { maxLength: 12 }),
    fc.constantFrom(undefined, 1, "\r\n\t"),
    fc.constantFrom("", '"rows":[{"a":1},{"b":2}],', '"__proto__":{},"a":["}"],'),
    fc.constantFrom(
      "",
      ',{"a":1,"a":"}{\\"","7":-0,"__proto__":1e400,"b":1.50}',
      ',{"\\u00e9\\ud83d":"\\/\\n"}',
    ),
  )
  .map(([rows, indent, before, after]) => {
    const text = JSON.stringify(rows, null, indent);
    const more = rows.length === 0 ? "" : after;
    return `{${before}"rows":${text.slice(0, -1)}${more} , {"x":[]},{ } ],"last":{}}`.replace(
      "[ ,",
      "[",
    );
  });

const anyJunk = fc.oneof(
  fc.constantFrom(...'{}[],:"\\\uFEFF0-.e\0 ', "\\u12", "tru", "},{", "{]", "{}{}", ",,"),
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
);

/** Half of them undamaged. */
const anyDamage = fc.option(fc.tuple(fc.nat(), fc.nat(3), anyJunk), { freq: 1 });

const anyLimits = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ most: fc.record({ keys: fc.nat(30), values: fc.nat(30) }) }),
  fc.record({ limits: fc.record({ maxRows: fc.nat(6), maxDecodedBytes: fc.nat(2000) }) }),
  fc.constant({ sampling: "all" as const }),
);

test("law: items are the same, and so are errors, however many are read at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDocument,
      anyDamage,
      anyLimits,
      fc.integer({ min: 2, max: 400 }),
      async (text, damage, limits, size) => {
        const bytes = damaged(Buffer.from(text), damage);
        // No piece of one byte contains a whole item.
        const expected = await outcomeOf(bytes, 1, limits);
        for (const pieces of [bytes.length, size])
          expect(await outcomeOf(bytes, pieces, limits)).toStrictEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});

function damaged(bytes: Buffer, damage: [number, number, string | Uint8Array] | null): Buffer {
  if (damage === null) return bytes;
  const [place, dropped, junk] = damage;
  const at = place % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(junk), bytes.subarray(at + dropped)]);
}

test("a record may be nested as deep as in other JSON, and no deeper", async () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  const body = (levels: number) => Buffer.from(`{"rows":[{},{"b":1},${nested(levels)}]}`);
  const size = body(1000).length;
  expect(await outcomeOf(body(998), size, {})).toMatchObject({ value: { rows: [] } });
  for (const pieces of [size, 1])
    expect(await outcomeOf(body(999), pieces, {})).toEqual({
      error:
        "MalformedBodyError: Failed to parse the body as JSON: expected at most 1000 levels of nesting at byte 1022 (line 1), got one more.",
    });
});

test("a malformed record among many is found in linear time", async () => {
  const body = Buffer.from(`{"rows":[{}${",{}".repeat(300_000)},{,}]}`);
  const before = process.cpuUsage();
  expect(await outcomeOf(body, body.length, {})).toEqual({
    error: `MalformedBodyError: Failed to parse the body as JSON: expected \`}\` or a key in double quotes at byte ${body.length - 4} (line 1), got \`,\`.`,
  });
  // Reading the rest again after each record would take minutes.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});

test.each([
  ["x", "expected `,` or `]` at byte 16 (line 1), got `x`"],
  ['"x}, {"b":1}', 'expected `,` or `]` at byte 16 (line 1), got `"x}, {"`'],
  [',{"a":"\xff"}', "expected UTF-8 at byte 23 (line 1), got the byte 0xFF"],
  [',{"a":]}', "expected a value at byte 22 (line 1), got `]`"],
])("what is wrong after a record is found where it is: %j", async (wrong, problem) => {
  const body = Buffer.from(`{"rows":[{},{  }${wrong}{"c":1},{}]}`, "latin1");
  expect(await outcomeOf(body, body.length, {})).toEqual({
    error: `MalformedBodyError: Failed to parse the body as JSON: ${problem}.`,
  });
});
