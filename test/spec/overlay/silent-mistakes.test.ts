import { expect, test } from "@jest/globals";
import { openDocument } from "../../../src/simulator/open-document.ts";
import { textFile } from "../../support/overlay-file.ts";

/** A complete API whose text is then changed to contain mistakes. */
const PARCELS = `overlay: 1.1.0
info: { title: Parcels, version: "1" }
extends: blank.yaml
actions:
  - target: $.paths
    update:
      /parcels:
        get: { x-batch-sim: { use: listJobs, response: { all: { $map: { $eval: jobs }, each(job): { state: { $eval: job.state } } } } } }
        post:
          requestBody:
            content: { application/json: { schema: { properties: { items: { type: array, items: { type: string } } } } } }
          x-batch-sim:
            use: createJob
            request: { inputs: body.items }
            response: &parcel { id: { $eval: job.jobId }, state: { $eval: job.state } }
      /parcels/{job_id}:
        get:
          x-batch-sim: { use: getJob, request: { jobId: path.job_id }, response: *parcel }
      /parcels/{job_id}/lines:
        get:
          x-batch-sim:
            use: getResults
            request: { jobId: path.job_id, format: { const: lines } }
            response:
              lines:
                codec: lines
                contentType: application/x-ndjson
                lines:
                  succeeded: { text: { answer: { $eval: row.text } } }
                  errored: { problem: { $eval: row.errorMessage } }
`;

const ANSWER = "{ answer: { $eval: row.text } }";

/** The complaints about the API with a part of its text replaced, or with more actions. */
async function complaintsOf(part: string, mistake: string): Promise<string[]> {
  expect(PARCELS).toContain(part);
  const text = PARCELS.replace(part, () => mistake);
  const file = await textFile(text);
  const outcome = await openDocument([file]).catch((error: unknown) => error as Error);
  if (!(outcome instanceof Error)) return [];
  return outcome.message
    .split("\n")
    .slice(1)
    .map((line) => line.replace(file, "o.yaml"));
}

const GET = 'paths["/parcels/{job_id}"].get.x-batch-sim';
const LINES = 'paths["/parcels/{job_id}/lines"].get.x-batch-sim.response.lines';

test.each<[string, string, string, string]>([
  [
    "a response without the star of its alias",
    "*parcel",
    "parcel",
    `o.yaml:18:82 ${GET}.response: Expected a template, got \`"parcel"\` (string), which every client would receive as is. A YAML alias begins with \`*\`. To send this string literally, write \`\${'parcel'}\`.`,
  ],
  [
    "a response that is the name of a value",
    "*parcel",
    "job.state",
    `o.yaml:18:82 ${GET}.response: Expected \`{ $eval: job.state }\` for the value \`job.state\`, got its name, which would be sent literally. If this is intended, write \`\${'job.state'}\`.`,
  ],
  [
    "an operator without its dollar sign",
    "*parcel",
    "{ state: { eval: job.state } }",
    `o.yaml:18:99 ${GET}.response.state.eval: Expected the operator \`$eval\`, got the key \`eval\`, which would be sent literally. If this is intended, write \`\${'eval'}\`.`,
  ],
  [
    "a condition without its dollar sign",
    "*parcel",
    "{ state: { if: job.failureReason, then: bad, else: { $eval: job.state } } }",
    `o.yaml:18:97 ${GET}.response.state.if: Expected the operator \`$if\`, got the key \`if\`, which would be sent literally. If this is intended, write \`\${'if'}\`.`,
  ],
  [
    "a list's operator without its dollar sign",
    "*parcel",
    "{ all: { map: { $eval: job.problems }, each(problem): { $eval: problem.code } } }",
    `o.yaml:18:96 ${GET}.response.all.map: Expected the operator \`$map\`, got the key \`map\`, which would be sent literally. If this is intended, write \`\${'map'}\`.`,
  ],
  [
    "a merge without its dollar sign",
    "*parcel",
    "{ all: { merge: [{ a: 1 }, { b: 2 }] } }",
    `o.yaml:18:98 ${GET}.response.all.merge: Expected the operator \`$merge\`, got the key \`merge\`, which would be sent literally. If this is intended, write \`\${'merge'}\`.`,
  ],
  [
    "the name of a value of a list's item",
    "each(job): { state: { $eval: job.state } }",
    "each(job): { state: job.state }",
    `o.yaml:8:108 paths["/parcels"].get.x-batch-sim.response.all["each(job)"].state: Expected \`{ $eval: job.state }\` for the value \`job.state\`, got its name, which would be sent literally. If this is intended, write \`\${'job.state'}\`.`,
  ],
  [
    "the name of a row's value",
    ANSWER,
    "{ answer: row.text }",
    `o.yaml:29:48 ${LINES}.lines.succeeded.text.answer: Expected \`{ $eval: row.text }\` for the value \`row.text\`, got its name, which would be sent literally. If this is intended, write \`\${'row.text'}\`.`,
  ],
  [
    "a line without the star of its alias",
    ANSWER,
    "answer",
    `o.yaml:29:38 ${LINES}.lines.succeeded.text: Expected a template, got \`"answer"\` (string), which every client would receive as is. A YAML alias begins with \`*\`. To send this string literally, write \`\${'answer'}\`.`,
  ],
  [
    "the beginning of a value's name",
    "row.errorMessage",
    "row.error",
    `o.yaml:30:39 ${LINES}.lines.errored.problem: Failed to render the template: Expected the template's \`row.error\` to have a value, got none at \`error\`. Did you mean one of \`row.errorStatus\`, \`row.errorType\`, \`row.errorCode\`, \`row.errorMessage\`?`,
  ],
  [
    "an expression that ends too early",
    "{ $eval: row.text }",
    "{ $eval: 'row.text[' }",
    `o.yaml:29:48 ${LINES}.lines.succeeded.text.answer: Failed to render the template: an expression is incomplete.`,
  ],
  [
    "another codec's part",
    "codec: lines",
    "codec: jsonl",
    `o.yaml:26:24 ${LINES}.codec: Expected \`columns\`, which the codec \`jsonl\` needs, got \`lines\`. Did you mean \`codec: lines\`?`,
  ],
  [
    "a parameter of the path that isn't like any",
    "request: { jobId: path.job_id }",
    "request: { jobId: path.id }",
    `o.yaml:18:57 ${GET}.request.jobId: Expected a path parameter that the operation declares, got \`"path.id"\` (string). Declared: \`path.job_id\`.`,
  ],
  [
    "a parameter whose name only the path has changed",
    "/parcels/{job_id}:",
    "/parcels/{id}:",
    `o.yaml:18:57 paths["/parcels/{id}"].get.x-batch-sim.request.jobId: Expected a path parameter that the operation declares, got \`"path.job_id"\` (string). Declared: \`path.id\`.`,
  ],
  [
    "a content type that is only a word",
    "contentType: application/x-ndjson",
    "contentType: text",
    `o.yaml:27:30 ${LINES}.contentType: Expected a content type such as \`text/plain\`, got \`"text"\` (string).`,
  ],
  [
    "a word for yes",
    "request: { inputs: body.items }",
    "request: { inputs: body.items }\n            row: { id: /id, uniqueIds: yes }",
    `o.yaml:15:40 paths["/parcels"].post.x-batch-sim.row.uniqueIds: Expected true or false, got \`"yes"\` (string).`,
  ],
  [
    "a waiting job that seems to have succeeded",
    "actions:\n",
    "actions:\n  - { target: \"$['x-states']\", update: { queued: done, succeeded: done } }\n",
    'o.yaml:5:50 x-states.queued: Expected a name that differs from the name for `succeeded`, got `"done"` (string).',
  ],
  [
    "a base without its extension",
    "extends: blank.yaml",
    "extends: blank",
    "o.yaml:3:10 extends: Expected a reference to batch-sim's own document (ending in `openapi.yaml` or `openapi.json`), or a shipped overlay's file, such as `openai.yaml`, got `\"blank\"` (string). Did you mean `blank.yaml`?",
  ],
  [
    "a base in a folder",
    "extends: blank.yaml",
    "extends: ../blank.yaml",
    "o.yaml:3:10 extends: Expected a reference to batch-sim's own document (ending in `openapi.yaml` or `openapi.json`), or a shipped overlay's file, such as `openai.yaml`, got `\"../blank.yaml\"` (string). Did you mean `blank.yaml`?",
  ],
])("%s", async (_, part, mistake, complaint) => {
  expect(await complaintsOf(part, mistake)).toEqual([complaint]);
});

test("texts and keys that look like parts of templates can be written, and data is left alone", async () => {
  const texts = `{ text: "\${'job.state'}", "\${'eval'}": { $eval: job.state }, sentence: "job.state: \${job.state}" }`;
  const data =
    "{ object: state, rule: { if: open, when: late }, map: tiles, merge: all, eval: true }";
  const schema = "{ if: { type: string }, then: { minLength: 1 } }";
  const template = `{ texts: ${texts}, data: ${data}, schema: ${schema} }`;
  expect(await complaintsOf("*parcel", template)).toEqual([]);
  expect(await complaintsOf("*parcel", `"\${'parcel'}"`)).toEqual([]);
});

const KEYS = "$.components.securitySchemes";
const PARCEL_KEY = `  - { target: ${KEYS}, update: { ParcelKey: { type: apiKey, in: header, name: x-parcel-key } } }\n`;
const NO_BEARER = `  - { target: ${KEYS}.BearerKey, remove: true }\n`;
const FIRST = "  - target: $.paths\n";

test("the key of `security` must be among the schemes", async () => {
  expect(await complaintsOf(FIRST, NO_BEARER + PARCEL_KEY + FIRST)).toEqual([
    "o.yaml:5:63 security: Expected `security` to name a scheme from `components.securitySchemes` (`ParcelKey`), got `BearerKey`. To change `security`, use the action `{ target: $.security.*, remove: true }`, followed by `{ target: $.security, update: { ParcelKey: [] } }`.",
  ]);
  const named =
    "  - { target: $.security.*, remove: true }\n  - { target: $.security, update: { ParcelKey: [] } }\n";
  expect(await complaintsOf(FIRST, NO_BEARER + PARCEL_KEY + named + FIRST)).toEqual([]);
});

test("a scheme must be in `security`, or in that of an operation", async () => {
  expect(await complaintsOf(FIRST, PARCEL_KEY + FIRST)).toEqual([
    "o.yaml:5:66 components.securitySchemes.ParcelKey: Expected `security` to name `ParcelKey`, got only `BearerKey`: no operation would accept a key of this scheme. Add the action `{ target: $.security, update: { ParcelKey: [] } }`, or `{ target: $.components.securitySchemes.ParcelKey, remove: true }`.",
  ]);
  const get = "        get:\n          x-batch-sim: { use: getJob,";
  const own = get.replace("x-", "security: [{ ParcelKey: [] }]\n          x-");
  const more = PARCELS.slice(PARCELS.indexOf(FIRST), PARCELS.indexOf(get));
  expect(await complaintsOf(more + get, PARCEL_KEY + more + own)).toEqual([]);
  expect(await complaintsOf(more + get, more + own)).toEqual([
    'o.yaml:18:22 paths["/parcels/{job_id}"].get.security.0: Expected the name of a scheme in `components.securitySchemes`, one of `BearerKey`, got `ParcelKey`.',
  ]);
});

test("a webhook and an operation can't have the same ID", async () => {
  const webhook =
    "  - { target: $, update: { webhooks: { done: { post: { operationId: getJob } }, lost: { post: { operationId: lost } } } } }\n";
  expect(await complaintsOf(FIRST, webhook + FIRST)).toEqual([
    expect.stringContaining(
      "webhooks.done.post.operationId: Expected a unique `operationId`, got `getJob`, which GET /parcels/{job_id} already has. Give one of the two operations a different `operationId` (it defaults to `x-batch-sim.use`).",
    ),
  ]);
});

test("a target that only blank.yaml has", async () => {
  const action = "  - { target: \"$['x-errors'].*.body.error\", remove: true }\n";
  const wrong = '  - { target: "$.nowhere", remove: true }\n';
  const start = `extends: blank.yaml\nactions:\n`;
  expect(await complaintsOf(start, `actions:\n${action}${wrong}`)).toEqual([
    "o.yaml:4:15 actions.0.target: Expected the target to be in the document: `$['x-errors'].*.body.error` matches nothing. With `extends: blank.yaml`, the target exists.",
    expect.stringMatching(/`\$\.nowhere` matches nothing\. `\$` has no `nowhere`, only .*`\.$/),
  ]);
});
