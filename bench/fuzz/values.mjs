// Bodies with large values: long strings, keys, and numbers, many values, or deeply nested ones; compressed or not.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fc from "fast-check";

const MIB = 1024 ** 2;

/** Numbers of repetitions, including sizes close to the limits. */
const counts = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.constantFrom(149_000, 151_000, MIB - 1, MIB, MIB + 1, 4 * MIB),
);
/** More rows than these are made, but not within the time that a case has. */
const MOST_ITEMS = MIB + 1;
const depths = fc.constantFrom(1, 100, 1000, 10_000);
const PIECES = ["a", " ", "1", "é", "💥", "\\u0000", "\\n", "a, ", "(", "Classify: "];

/** As JSON text, because only text can contain a number with a million digits. */
const large = fc.oneof(
  fc.tuple(fc.constantFrom(...PIECES), counts).map(([piece, n]) => `"${piece.repeat(n)}"`),
  fc
    .tuple(fc.constantFrom("1", "-1.", "1e", "0."), counts)
    .map(([start, n]) => start + "9".repeat(n)),
  fc
    .tuple(fc.constantFrom('"a"', "1", "[]", "{}", "null"), counts)
    .map(([item, n]) => `[${item}${`,${item}`.repeat(Math.min(n, MOST_ITEMS))}]`),
  counts.map((n) => `{${Array.from({ length: Math.min(n, 200_000) }, (_, i) => `"k${i}":1`)}}`),
  counts.map((n) => `{"${"k".repeat(n)}":1}`),
  depths.map((n) => "[".repeat(n) + "]".repeat(n)),
  depths.map((n) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`),
);

const fields = fc.constantFrom(
  ...["inputs", "model", "system_prompt", "json_schema", "sampling_params", "job_priority"],
  ...["dryrun", "column_name", "name", "unknown", "k".repeat(2000)],
);

const bodies = fc.tuple(fields, large).map(([field, value]) => {
  const inputs = field === "inputs" ? "" : '"inputs":["a"],';
  return Buffer.from(`{${inputs}"${field}":${value}}`);
});

const encoders = {
  gzip: gzipSync,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

async function send(client, body, encoding) {
  const headers = { "content-type": "application/json" };
  if (encoding !== undefined) headers["content-encoding"] = encoding;
  return client.attack("POST", `${client.urls.service}/batch-inference`, { headers, body });
}

/** Attacks the limits on values. */
export const values = {
  name: "values",
  cases: bodies,
  play: async (client, body) => client.followJob(await send(client, body)),
};

/** Where the text that compresses well is: nowhere in JSON, or in a value. */
const STARTS = [
  "",
  '{"inputs":["',
  '{"inputs":["a"],"model":"',
  '{"inputs":["a"],"system_prompt":"',
];

/** Attacks the limits on compressed bodies, several at once. */
export const compression = {
  name: "compression",
  cases: fc.record({
    encoding: fc.constantFrom(...Object.keys(encoders)),
    start: fc.constantFrom(...STARTS),
    byte: fc.constantFrom(0x20, 0x61, 0x5b),
    megabytes: fc.constantFrom(1, 15, 16, 17, 64, 200),
    requests: fc.integer({ min: 1, max: 4 }),
  }),
  play: async (client, { encoding, start, byte, megabytes, requests }) => {
    const body = Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes * MIB, byte)]);
    const packed = encoders[encoding](body);
    const all = Array.from({ length: requests }, () => send(client, packed, encoding));
    await Promise.all(all);
  },
};
