import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { largerThan } from "../../../src/input/body-chunks.ts";
import { type JsonBody, parseJsonBody } from "../../../src/input/json/parse-json-body.ts";

const LARGE = 100_000;

async function* chunksOf(text: string | Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

function parse(text: string | Uint8Array, rowsAt?: readonly string[]): Promise<JsonBody> {
  return parseJsonBody(chunksOf(text), { maxBytes: 10_000_000, rowsAt });
}

/** Pads a document with white space so that it is parsed as a stream. */
function padded(text: string): string {
  return text + " ".repeat(LARGE);
}

test("the rows go to packed rows, and the body keeps the first three in their place", async () => {
  const inputs = ["a", "b\0", "c", "d", "\uFEFFe"];

  const { body, rows, sampledRows } = await parse(
    JSON.stringify({ model: "m", inputs, dryrun: true }),
    ["inputs"],
  );

  expect(body).toEqual({ model: "m", inputs: ["a", "b\0", "c"], dryrun: true });
  expect([...(rows?.batches() ?? [])]).toEqual([inputs]);
  expect(sampledRows).toEqual([0, 1, 2]);
});

test("rows that are not strings stay in the body, with their original index", async () => {
  const inputs = ["a", "b", "c", "d", 5, "f", { g: [{}] }, ["h"], null, true, "k"];

  const { body, rows, sampledRows } = await parse(JSON.stringify({ inputs }), ["inputs"]);

  expect(body).toEqual({ inputs: ["a", "b", "c", 5, { g: [{}] }, ["h"], null, true] });
  expect(sampledRows).toEqual([0, 1, 2, 4, 6, 7, 8, 9]);
  expect(rows?.length).toBe(11);
});

test("only the first twenty rows that are not strings are named", async () => {
  const { body, sampledRows } = await parse(JSON.stringify({ inputs: Array(500).fill(1) }), [
    "inputs",
  ]);

  expect(body).toEqual({ inputs: Array(20).fill(1) });
  expect(sampledRows).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test.each([
  ["a string", '{"inputs":"dataset-1"}', { inputs: "dataset-1" }],
  ["nothing", "{}", {}],
  ["an array elsewhere", '{"x":{"inputs":["a"]}}', { x: { inputs: ["a"] } }],
  ["no object around it", '["a"]', ["a"]],
  ["an array that a later key replaces", '{"inputs":["a"],"inputs":7}', { inputs: 7 }],
])("there are no rows where the path has %s", async (_, text, expected) => {
  for (const document of [text, padded(text)]) {
    const { body, rows } = await parse(document, ["inputs"]);

    expect(body).toEqual(expected);
    expect(rows).toBeUndefined();
  }
});

test("of two arrays under the same key the last one has the rows", async () => {
  const text = '{"inputs":["a","b"],"inputs":["c"]}';

  for (const document of [text, padded(text)]) {
    const { body, rows } = await parse(document, ["inputs"]);

    expect(body).toEqual({ inputs: ["c"] });
    expect([...(rows?.batches() ?? [])]).toEqual([["c"]]);
  }
});

test("rows may lie deeper, and without a path all is ordinary JSON", async () => {
  const deep = await parse('{"a":{"b":["x","y","z","w"]}}', ["a", "b"]);
  const plain = await parse('{"a":{"b":["x","y","z","w"]}}');

  expect(deep.rows?.length).toBe(4);
  expect(plain).toMatchObject({ body: { a: { b: ["x", "y", "z", "w"] } }, sampledRows: [] });
  expect(plain.rows).toBeUndefined();
});

test("an empty array gives no rows, which is not the same as none", async () => {
  const { body, rows } = await parse('{"inputs":[]}', ["inputs"]);

  expect(body).toEqual({ inputs: [] });
  expect(rows?.length).toBe(0);
});

test("`__proto__` is a key like any other", async () => {
  const text = '{"__proto__":{"polluted":true},"constructor":1}';

  for (const document of [text, padded(text)]) {
    const { body } = await parse(document);

    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.entries(body as object)).toEqual([
      ["__proto__", { polluted: true }],
      ["constructor", 1],
    ]);
    expect("polluted" in {}).toBe(false);
  }
});

test("equal requests have equal digests, regardless of whitespace, escapes, and the order of keys", async () => {
  const texts = [
    '{"model":"m","inputs":["a","b"]}',
    '{ "inputs" : [ "\\u0061",\n"b" ], "model": "m" }',
    padded('{"inputs":["a","b"],"model":"m"}'),
  ];

  const digests = await Promise.all(
    texts.map(async (text) => (await parse(text, ["inputs"])).digest),
  );

  expect(new Set(digests).size).toBe(1);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
});

test("other requests have other digests", async () => {
  const many = Array.from({ length: 50 }, (_, index) => `row ${index}`);
  const requests = [
    { inputs: ["ab", "c"] },
    { inputs: ["a", "bc"] },
    { inputs: ["abc"] },
    { inputs: ["abc", ""] },
    { inputs: "abc" },
    { inputs: [] },
    {},
    { inputs: ["abc"], model: "m" },
    { inputs: many },
    { inputs: [...many.slice(0, 40), "row x", ...many.slice(41)] },
  ];

  const digests = await Promise.all(
    requests.map(async (request) => (await parse(JSON.stringify(request), ["inputs"])).digest),
  );

  expect(new Set(digests).size).toBe(requests.length);
});

test("rows of a megabyte arrive whole", async () => {
  const inputs = ["é".repeat(500_000), "\n".repeat(1_000_000), "small"];

  const { rows } = await parse(JSON.stringify({ inputs }), ["inputs"]);

  expect([...(rows?.batches() ?? [])].flat()).toEqual(inputs);
});

test("a body over the limit is refused while it arrives", async () => {
  let sentBytes = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("[");
    for (;;) {
      sentBytes += 1000;
      yield Buffer.from("1,".repeat(500));
    }
  }

  const parsed = parseJsonBody(endless(), { maxBytes: 200_000, rowsAt: undefined });

  await expect(parsed).rejects.toThrow(largerThan(200_000));
  expect(sentBytes).toBe(200_000);
});

test("a body that is declared too long is refused unread", async () => {
  const stream = Readable.from([Buffer.from("{}")]);

  const parsed = parseJsonBody(stream, { maxBytes: 1024, declaredBytes: 1025, rowsAt: undefined });

  await expect(parsed).rejects.toThrow("Expected a body of at most 1 KiB, got a larger one.");
  expect(stream.readableDidRead).toBe(false);
});

test("keys and values of the body and of a single row are counted", async () => {
  const filler = " ".repeat(LARGE);
  const parse = (text: string) =>
    parseJsonBody(chunksOf(filler + text), {
      maxBytes: 10_000_000,
      rowsAt: ["inputs"],
      most: { keys: 3, values: 6 },
    });

  const rows = '{"inputs": [{"a": 1, "b": 2}, {"a": 1, "b": 2}], "c": 3, "d": 4}';
  await expect(parse(rows)).resolves.toMatchObject({ body: { c: 3, d: 4 } });
  const message = "Expected the body to have at most 3 keys, got more.";
  await expect(parse('{"c": {"e": {"f": 5, "g": 6}}}')).rejects.toThrow(message);
  await expect(parse('{"inputs": [{"a": 1, "b": 2, "c": 3}]}')).rejects.toThrow(message);
  const lists = '{"inputs": [[1, 2, 3, 4], [1, 2, 3, 4], "5", "6"], "c": 3, "d": 4}';
  await expect(parse(lists)).resolves.toMatchObject({ body: { c: 3, d: 4 } });
  for (const many of ['{"c": [1, [], {}, 4, 5]}', '{"inputs": [[1, 2, 3, 4, 5]]}'])
    await expect(parse(many)).rejects.toThrow(
      "Expected the body to have at most 6 values outside its inputs, got more.",
    );
});

test("a body of exactly the limit is taken", async () => {
  const parsed = parseJsonBody(chunksOf("[1]"), {
    maxBytes: 3,
    declaredBytes: 3,
    rowsAt: undefined,
  });

  await expect(parsed).resolves.toMatchObject({ body: [1] });
});

test.each([
  ["too large", " ".repeat(4 * LARGE), "BodyTooLargeError"],
  ["malformed", "]".repeat(2 * LARGE), "MalformedBodyError"],
])(
  "a stream whose body is %s stays open, so that the request can be answered",
  async (_, text, name) => {
    const stream = Readable.from(chunksOf(text), { objectMode: false });

    const parsed = parseJsonBody(stream, { maxBytes: 3 * LARGE, rowsAt: undefined });

    await expect(parsed).rejects.toMatchObject({ name });
    expect(stream.destroyed).toBe(false);
    let drainedBytes = 0;
    for await (const chunk of stream) drainedBytes += chunk.length;
    expect(stream.readableEnded).toBe(true);
    expect(drainedBytes).toBeLessThan(text.length);
  },
);

test("an error of the stream is passed on", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"a":');
    throw new Error("the client went away");
  }

  await expect(parseJsonBody(broken(), { maxBytes: 100, rowsAt: undefined })).rejects.toThrow(
    "the client went away",
  );
});

test("other work gets its turn after every 64 KiB of a large body", async () => {
  const text = JSON.stringify({ inputs: Array(20_000).fill("some input of a large body") });
  let turns = 0;
  let isDone = false;
  const work = (): void => {
    turns += 1;
    if (!isDone) setImmediate(work);
  };
  setImmediate(work);

  await parseJsonBody(chunksOf(text, text.length), { maxBytes: text.length, rowsAt: ["inputs"] });
  isDone = true;

  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 65_536));
});
