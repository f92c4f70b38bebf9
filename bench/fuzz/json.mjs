// JSON bodies: well-formed ones with values of any kind, and damaged ones; encoded, mislabeled, and truncated.
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { anyText, mutated, NASTY } from "./mutations.mjs";
import { often } from "./often.mjs";
import { anyJson, schemas } from "./schema.mjs";

const mostly = (arbitrary) => fc.oneof({ weight: 8, arbitrary }, anyJson);

const create = fc.record(
  {
    inputs: mostly(fc.array(mostly(anyText), { maxLength: 20 })),
    model: mostly(fc.constantFrom("model-3.1-8b", "model-3.1-32b-reasoning")),
    system_prompt: mostly(anyText),
    json_schema: schemas,
    sampling_params: mostly(
      fc.record(
        {
          temperature: mostly(fc.double()),
          top_p: mostly(fc.double({ min: 0, max: 1 })),
          max_tokens: mostly(fc.integer({ min: 0 })),
          stop: mostly(fc.oneof(anyText, fc.array(anyText, { maxLength: 4 }))),
          seed: mostly(fc.integer()),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
    job_priority: mostly(fc.constantFrom(0, 1)),
    dryrun: mostly(fc.boolean()),
    random_seed_per_input: mostly(fc.boolean()),
    truncate_rows: mostly(fc.boolean()),
    column_name: mostly(anyText),
    unknown: anyJson,
  },
  { requiredKeys: ["inputs"], noNullPrototype: true },
);
const other = fc.record(
  { dataset_id: mostly(anyText), file_name: mostly(anyText) },
  { requiredKeys: [], noNullPrototype: true },
);

const TOKENS = [
  ...NASTY,
  "[".repeat(3000),
  '{"a":'.repeat(3000),
  ",",
  ":",
  "\\u",
  "\\ud83d",
  "/**/",
];
const bytes = fc.oneof(create, create, other, anyJson).map((value) => JSON.stringify(value));

const encoders = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  "x-gzip": gzipSync,
  "gzip, gzip": (body) => gzipSync(gzipSync(body)),
  identity: (body) => body,
  zstd: (body) => body,
};
const encodings = often(undefined, ...Object.keys(encoders));

/** Attacks the operations that take JSON. */
export const json = {
  name: "json",
  cases: fc
    .record({ plain: mutated(bytes, TOKENS), encoding: encodings })
    .chain(({ plain, encoding }) => {
      const encoded = fc.constant(encoding === undefined ? plain : encoders[encoding](plain));
      return fc.record({
        path: often(
          "batch-inference",
          "list-dataset-files",
          "download-from-dataset",
          "list-datasets",
        ),
        body: encoding === undefined ? encoded : fc.oneof(encoded, mutated(encoded)),
        encoding: fc.constant(encoding),
        type: often(
          "application/json",
          "application/json; charset=utf-16",
          "text/plain",
          "",
          "a/b;",
        ),
      });
    }),
  play: async (client, { path, body, encoding, type }) => {
    const headers = { "content-type": type };
    if (encoding !== undefined) headers["content-encoding"] = encoding;
    const options = { headers, body };
    const response = await client.attack("POST", `${client.urls.service}/${path}`, options);
    await client.followJob(response);
  },
};
