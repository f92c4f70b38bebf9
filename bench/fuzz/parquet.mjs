// Damaged Parquet files: the simulator's own files, with arbitrary bytes and footer fields changed. Also small files with
// large contents: pages without rows, many columns, or compressed strings.
import fc from "fast-check";
import { paged } from "../heartbeat/parquet-files.mjs";
import { mutated } from "./mutations.mjs";
import { often } from "./often.mjs";
import { submitFile } from "./submit-file.mjs";

const ROWS = [
  ["a"],
  Array.from({ length: 300 }, (_, i) => `row ${i}`),
  Array.from({ length: 1000 }, () => "the same"),
  ["", "é💥", "x".repeat(20_000), '{"a":[1,2]}'],
];

/** Bytes that make up lengths and counts in the footer: the largest variable-length integers, and the smallest. */
const CLAIMS = [
  ...["\xff\xff\xff\xff\x0f", "\xfe\xff\xff\xff\x0f", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f"],
  ...[
    "\x80\x80\x80\x80\x08",
    "\x00",
    "\x01",
    "\x02",
    "\x80\x01",
    "\x15",
    "\x16",
    "\x19\x1c",
    "\x18",
  ],
].map((text) => Buffer.from(text, "latin1"));

/** Bytes before the footer: its length, and the four letters at the end. */
const TAIL_BYTES = 8;

const way = fc.constantFrom("dataset", "url");
const place = fc.double({ min: 0, max: 1, noNaN: true });
const footerLength = fc.oneof(fc.constantFrom(0, 1, 7, 8, 2 ** 31, 2 ** 32 - 1), fc.nat(5000));

const changes = fc.record({
  claims: fc.array(
    fc.record({ at: place, claim: fc.constantFrom(...CLAIMS), replaces: fc.nat(5) }),
    { maxLength: 3 },
  ),
  footerLength: fc.option(footerLength, { freq: 8 }),
});

/** Number of elements in a file: few, or as many as fit into a request of plausible size. */
const FEW = 3;
const upTo = (most) => fc.oneof(fc.nat(FEW), fc.integer({ min: Math.ceil(most / 10), max: most }));

const crowded = fc
  .record({
    // Long strings make a file small only if they are compressed.
    content: fc.constantFrom(
      { text: "", codec: "UNCOMPRESSED" },
      { text: "a", codec: "UNCOMPRESSED" },
      { text: "x".repeat(5000), codec: "GZIP" },
    ),
    copies: fc.oneof(fc.constant(0), upTo(2000)),
    pages: upTo(100_000),
    otherColumns: upTo(20_000),
    missing: fc.constantFrom(0, 1),
  })
  // Only one dimension is large at a time.
  .map(({ content, pages, otherColumns, copies, missing }) => {
    const counts =
      otherColumns > FEW
        ? { otherColumns, pages: 1, copies: copies % FEW }
        : { otherColumns, pages, copies: pages > FEW ? copies % FEW : copies };
    return paged({ ...content, ...counts, missing });
  });

/** A file with a modified footer. The footer's length stays correct unless it is changed on purpose. */
function claiming(file, { claims, footerLength: claimed }) {
  const end = file.length - TAIL_BYTES;
  const start = Math.max(4, end - file.readUInt32LE(end));
  let footer = file.subarray(start, end);
  for (const { at, claim, replaces } of claims) {
    const index = Math.floor(at * footer.length);
    footer = Buffer.concat([footer.subarray(0, index), claim, footer.subarray(index + replaces)]);
  }
  const tail = Buffer.from("0000PAR1");
  tail.writeUInt32LE(claimed ?? footer.length);
  return Buffer.concat([file.subarray(0, start), footer, tail]);
}

/** The results of a job with these inputs. */
async function resultsOf({ baseUrl, create }, inputs) {
  const { text } = await create({ inputs });
  const path = `jobs/${JSON.parse(text).job_id}/results`;
  const query = "result_format=parquet&include_inputs=true&include_cumulative_logprobs=true";
  const headers = { authorization: "Key bench" };
  const response = await fetch(`${baseUrl}/${path}?${query}`, { headers });
  return Buffer.from(await response.arrayBuffer());
}

/** Attacks the reader of Parquet files. */
export const parquet = {
  name: "parquet",
  prepare: async (program) => {
    const files = [];
    for (const inputs of ROWS) files.push(await resultsOf(program, inputs));
    const damaged = fc.constantFrom(...files).chain((file) =>
      fc.record({
        file: fc.oneof(
          mutated(fc.constant(file)),
          changes.map((each) => claiming(file, each)),
        ),
        name: often("rows.parquet", "rows.csv", "rows"),
        column: often("outputs", undefined, "inputs", "cumulative_logprobs"),
        way,
      }),
    );
    const names = { name: fc.constant("rows.parquet"), column: fc.constant("inputs") };
    return fc.oneof(
      { weight: 8, arbitrary: damaged },
      { weight: 1, arbitrary: fc.record({ file: crowded, ...names, way }) },
    );
  },
  play: submitFile,
};
