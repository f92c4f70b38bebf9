import { expect, test } from "@jest/globals";
import { openDocument } from "../../src/simulator/open-document.ts";
import { overlayFile } from "../support/overlay-file.ts";

// Mistakes in an overlay's description of files and lines: all are listed at the start, each with its location and a remedy.

async function problemsOf(actions: string): Promise<readonly string[]> {
  const file = await overlayFile(actions);
  try {
    await openDocument(["openai", file]);
    return [];
  } catch (error) {
    const { issues } = error as { issues: { line: number; path: string; message: string }[] };
    return issues.map(({ line, path, message }) => `${line} ${path}: ${message}`);
  }
}

test("words for files and lines have their names and types", async () => {
  expect(
    await problemsOf(`  - target: $
    update:
      x-files:
        batch: { lines: "yes", maxBytes: 0, maxLine: 5, expiresAfter: soon, extension: .jsonl }
        notes: []
      x-output-files:
        output: { id: file-output, purpose: batch_outputs }
        rest: { id: "{job}", fileName: "{job}", purpose: batch }
      x-file-problems:
        malformd: { code: x, message: y }
        empty: { code: 1 }
      x-row-errors:
        "200": { code: x, message: y }
        "400": { status: 200 }
      x-finish: { stop: true, stopped: x }
      x-times: unix
      x-file-problem: {}
      x-logo: {}
      x-environment: { 1ST: key }
`),
  ).toEqual([
    '7 x-files.batch.lines: Expected true or false, got `"yes"` (string).',
    "7 x-files.batch.maxBytes: Expected a whole number above 0, got `0` (number).",
    "7 x-files.batch.maxLine: Unknown key `maxLine`. Did you mean `maxLines`?",
    '7 x-files.batch.expiresAfter: Expected a duration such as "250ms", "5s", "1m30s", "2h", or "1d", got `"soon"` (string).',
    '7 x-files.batch.extension: Expected an extension without its dot, such as `jsonl`, got `".jsonl"` (string).',
    "8 x-files.notes: Expected an object, got `[]` (list).",
    '10 x-output-files.output.id: Expected a string in which `{job}` stands for the job\'s ID, got `"file-output"` (string).',
    '10 x-output-files.output.purpose: Expected one of `batch`, `batch_output`, `assistants`, `fine-tune`, `vision`, `user_data`, `evals`, `notes`, got `"batch_outputs"` (string).',
    "11 x-output-files.rest: Unknown key `rest`. Expected `output`, `errors`.",
    "13 x-file-problems.malformd: Unknown key `malformd`. Did you mean `malformed`?",
    "14 x-file-problems.empty.code: Expected a nonempty string, got `1` (number).",
    "16 x-row-errors.200: Expected a status from 400 to 599, `invalid`, or `failed` as the key, got `200`.",
    "17 x-row-errors.400.status: Expected a status from 400 to 599, got `200` (number).",
    "18 x-finish.stop: Expected a nonempty string, got `true` (boolean).",
    "18 x-finish.stopped: Unknown key `stopped`. Expected `stop`, `length`, `tool`, `refusal`.",
    '19 x-times: Expected one of `iso`, `epochSeconds`, got `"unix"` (string).',
    "20 x-file-problem: Unknown key `x-file-problem`. Did you mean `x-file-problems`?",
    "22 x-environment.1ST: Expected the name of an environment variable as the key, got `1ST`.",
    '22 x-environment.1ST: Expected one of `base_url`, `deployment_url`, `api_key`, got `"key"` (string).',
  ]);
});

test("words for files and lines fit together", async () => {
  expect(
    await problemsOf(`  - target: $
    update:
      x-files: { batch: { lines: false } }
      x-output-files:
        errors: { id: "file-output-{job}" }
  - target: $.paths['/batches'].post['x-batch-sim'].row.checks.schema
    remove: true
  - target: $.paths['/batches'].post['x-batch-sim']
    update:
      keep: [end_point]
      row:
        check: { $ref: "#/components/schemas/Missing" }
        checks: { schema: { type: 5 }, equal: { /url: endpoints } }
`),
  ).toEqual([
    "6 x-files: Expected a purpose with `lines: true`, got none. Jobs read their inputs from the lines of files with this purpose.",
    '8 x-output-files.errors.id: Expected `output` and `errors` to have different IDs, got `"file-output-{job}"` (string) for both.',
    '13 paths["/batches"].post.x-batch-sim.keep.4: Expected one of `input_file_id`, `endpoint`, `completion_window`, `metadata`, `output_expires_after`, got `"end_point"` (string).',
    '15 paths["/batches"].post.x-batch-sim.row.check["$ref"]: Expected `$ref` to name a part of this document, such as `#/components/schemas/Job`, got `#/components/schemas/Missing`.',
    '16 paths["/batches"].post.x-batch-sim.row.checks.schema: Expected a JSON Schema, or a reference to one in the document, got `{"type":5}` (object).',
    '16 paths["/batches"].post.x-batch-sim.row.checks.equal["/url"]: Expected one of `input_file_id`, `endpoint`, `completion_window`, `metadata`, got `"endpoints"` (string).',
  ]);
});

test("the words for lines and for values of the request say what they need", async () => {
  const content = "$.paths['/files/{file_id}/content'].get['x-batch-sim'].response.output.lines";
  expect(
    await problemsOf(`  - target: ${content}.succeeded.around
    remove: true
  - target: ${content}.succeeded
    update: { around: { id: { $eval: row.id } }, txt: {} }
  - target: $.paths['/files'].post['x-batch-sim'].request.expiresIn
    update: { from: body.expiry, as: "{hours}h", is: 1 }
  - target: $.paths['/batches'].post['x-batch-sim'].row.vector
    update: { ifKept: { endpoints: /v1/embeddings } }
`),
  ).toEqual([
    expect.stringContaining("x-batch-sim.request.expiresIn: Unknown key `is`. Did you mean `as`?"),
    expect.stringContaining(
      'x-batch-sim.request.expiresIn: Expected `as` to be a string in which `{value}` stands for the value, got `"{hours}h"` (string).',
    ),
    expect.stringContaining(
      'row.vector.ifKept.endpoints: Expected one of `input_file_id`, `endpoint`, `completion_window`, `metadata`, got `"endpoints"` (string).',
    ),
  ]);
  expect(
    await problemsOf(`  - target: ${content}.succeeded.around
    remove: true
  - target: ${content}.succeeded
    update: { around: { id: { $eval: row.id } }, txt: {} }
`),
  ).toEqual([
    expect.stringContaining(
      "lines.succeeded.around: Expected `{ $eval: inner }` in `around`, where the template for each kind of output is inserted, got none.",
    ),
    expect.stringContaining("lines.succeeded.txt: Unknown key `txt`. Did you mean `text`?"),
  ]);
});

test("a list of vectors says what it has an item for", async () => {
  expect(
    await problemsOf(`  - target: $.paths['/files/{file_id}/content'].get['x-batch-sim'].response.output.lines.succeeded.vector.cases['/v1/embeddings']
    update: { each: vectors }
`),
  ).toEqual([
    expect.stringMatching(
      /^5 paths\["\/files\/\{file_id\}\/content"\]\.get\.x-batch-sim\.response\.output\.lines\.succeeded\.vector\.cases\["\/v1\/embeddings"\]: Failed to render the template: Expected `each` to be `vector`, got `vectors`\. The template can use `row\.id`/,
    ),
  ]);
});

test("each wrong part of a template is named where it is written, and once, however many aliases repeat it", async () => {
  const lines = "Expected the template's";
  const found = await problemsOf(`  - target: $.paths['/batches'].post['x-batch-sim'].response
    update:
      errors: &errors
        object: list
        first: [{ $eval: job.problms }]
        both: "\${job.name} \${job.stat}"
      also: { $if: job.name, then: *errors, else: 1 }
  - target: $.paths['/files/{file_id}/content'].get['x-batch-sim'].response.errors.lines.errored.response.body
    update: { error: { note: "\${row.typo}" }, more: { $eval: "row.(" } }
`);
  expect(found.map((each) => each.replace(/(got none at [^.]*\.).*/, "$1"))).toEqual([
    `8 paths["/batches"].post.x-batch-sim.response.also.then.first.0: Failed to render the template: ${lines} \`job.problms\` to have a value, got none at \`problms\`.`,
    `9 paths["/batches"].post.x-batch-sim.response.also.then.both: Failed to render the template: ${lines} \`job.stat\` to have a value, got none at \`stat\`.`,
    `12 paths["/files/{file_id}/content"].get.x-batch-sim.response.errors.lines.errored.response.body.error.note: Failed to render the template: ${lines} \`row.typo\` to have a value, got none at \`typo\`.`,
    '12 paths["/files/{file_id}/content"].get.x-batch-sim.response.errors.lines.errored.response.body.more: Failed to render the template: Found: ( token, expected one of: identifier.',
  ]);
});

test("a mistake in the template of a job is named once, with the words that it can use there, also if a list repeats it", async () => {
  const lines = "Failed to render the template: Expected the template's";
  const found = await problemsOf(`  - target: $.paths
    update:
      /one/{id}:
        get:
          operationId: one
          x-batch-sim:
            use: getJob
            request: { jobId: path.id }
            response: &job
              state: { $eval: job.stat }
              note: "\${job.typo}"
              end: { $if: job.completedAt, then: { $eval: job.endedAt } }
      /all:
        get:
          operationId: all
          x-batch-sim:
            use: listJobs
            request: {}
            response:
              jobs: { $map: { $eval: jobs }, each(job): *job }
              others:
                $map: { $eval: jobs }
                each(it):
                  state: { $eval: it.stat }
                  more: { $eval: hasMor }
`);
  const place = 'paths["/one/{id}"].get.x-batch-sim.response';
  const others = 'paths["/all"].get.x-batch-sim.response.others["each(it)"]';
  expect(found.map((each) => each.replace(/(The template can use ).*/, "$1…"))).toEqual([
    `13 ${place}.state: ${lines} \`job.stat\` to have a value, got none at \`stat\`. Did you mean \`job.state\`?`,
    `14 ${place}.note: ${lines} \`job.typo\` to have a value, got none at \`typo\`. The template can use …`,
    `15 ${place}.end: Failed to render the template: object has no property "endedAt". The template can use …`,
    `27 ${others}.state: ${lines} \`it.stat\` to have a value, got none at \`stat\`. Did you mean \`it.state\`?`,
    `28 ${others}.more: ${lines} \`hasMor\` to have a value, got none at \`hasMor\`. Did you mean \`hasMore\`?`,
  ]);
});

/** Operations for uploads, with additions to the second one. */
function uploading(more: string): string {
  return `  - target: $.paths
    update:
      /uploads:
        post:
          operationId: startUpload
          x-batch-sim: { use: startUpload, request: { purpose: { const: batch } }, response: {} }
      /parts:
        post:
          operationId: uploadPart
          parameters:
            - { name: id, in: query, required: true, schema: { type: string } }
            - { name: box, in: query, required: true, schema: { type: string } }
            - { name: do, in: query, schema: { type: string } }
          x-batch-sim:
            use: uploadFile
            request: { uploadId: query.id, sandbox: query.box }
            response: {}
  - target: $.paths['/parts'].post['x-batch-sim']
    update:
${more}
`;
}

test("words for the actions on an upload are known ones, and headers are strings", async () => {
  const place = 'paths["/parts"].post.x-batch-sim';
  const request = `      request:
        offset: { from: query.do, words: 1 }
        action:
          - { from: query.do, words: { add: add, end: finsh }, at: 1 }
          - { const: stop }`;
  const actions = "`add`, `finish`, `query`, `cancel`";
  expect(await problemsOf(uploading(request))).toEqual([
    `24 ${place}.request.offset: Expected either \`as\`, or \`words\` with the use case's word for each value, got \`1\` (number).`,
    `26 ${place}.request.action: Unknown key \`at\`. Did you mean \`as\`?`,
    `26 ${place}.request.action: Expected one of ${actions}, got \`"finsh"\` (string). Did you mean \`finish\`?`,
    `26 ${place}.request.action: Expected one of ${actions}, got \`"stop"\` (string).`,
  ]);
  expect(
    await problemsOf(uploading("      headers: { Size: { $eval: upload.byteLength } }")),
  ).toEqual([
    `23 ${place}.headers.Size: Expected the header \`Size\` to be a string, got \`2\` (number).`,
  ]);
});
