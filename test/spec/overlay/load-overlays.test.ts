import { readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { startSimulator } from "../../../src/index.ts";
import { openDocument, shippedOverlayDir } from "../../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../../src/spec/assumptions-of.ts";
import { checkOpenApi } from "../../../src/spec/check/check-openapi.ts";
import { schemaChecker } from "../../../src/spec/check/schema-checker.ts";
import { asObject } from "../../../src/spec/document-place.ts";
import { effectiveDocument } from "../../../src/spec/effective.ts";
import { listOverlays } from "../../../src/spec/overlay/load-overlays.ts";
import { overlayFile, textFile } from "../../support/overlay-file.ts";

/** The complaint about an overlay with these actions, without the file's folder. */
async function complaintOf(
  actions: string,
  version: "1.0.0" | "1.1.0" = "1.0.0",
): Promise<string[]> {
  const file = await overlayFile(actions, version);
  const outcome = await openDocument([file]).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: "SimulatorError", code: "SIM_OVERLAY" });
  const [, ...lines] = (outcome as Error).message.split("\n");
  return lines.map((line) => line.replace(file, "o.yaml"));
}

test.each<[string, string, string]>([
  [
    "a use case that there isn't",
    "- { target: \"$.paths['/list-jobs'].get['x-batch-sim']\", update: { use: listJob } }",
    'o.yaml:4:72 paths["/list-jobs"].get.x-batch-sim.use: Expected `x-batch-sim.use` to name a use case, got `"listJob"` (string). Did you mean `listJobs`?',
  ],
  [
    "a field that the use case doesn't have",
    "- { target: \"$.paths['/jobs/{job_id}'].get['x-batch-sim'].request\", update: { job: path.job_id } }",
    'o.yaml:4:84 paths["/jobs/{job_id}"].get.x-batch-sim.request.job: Expected a field of the use case, got `job`. Fields of the use case: `jobId`, `withLines`.',
  ],
  [
    "a place of the request that isn't declared",
    "- { target: \"$.paths['/batch-inference'].post['x-batch-sim'].request\", update: { name: body.nmae } }",
    'o.yaml:4:88 paths["/batch-inference"].post.x-batch-sim.request.name: Expected a body property that the operation declares, got `"body.nmae"` (string). Declared: `body.inputs`, `body.model`, `body.system_prompt`, `body.json_schema`, `body.sampling_params`, `body.job_priority`, `body.dryrun`, `body.random_seed_per_input`, `body.truncate_rows`, `body.column_name`.',
  ],
  [
    "a name that the template's context doesn't have",
    "- { target: \"$.paths['/job-status/{job_id}'].get['x-batch-sim'].response\", update: { progress: { $eval: progres } } }",
    'o.yaml:4:96 paths["/job-status/{job_id}"].get.x-batch-sim.response.progress: Failed to render the template: Expected the template\'s `progres` to have a value, got none at `progres`. The template can use `jobId`, `name`, `description`, `state`, `modelId`, `rowModel`, `jobPriority`, `numRows`, `rowsCompleted`, `inputTokens`, `outputTokens`, `costUsd`, `costEstimate`, `costEstimate.inputTokens`, `costEstimate.outputTokens`, `costEstimate.costUsd`, `dryRun`, `createdAt`, `addedAt`, `startedAt`, `runningAt`, `finalizingAt`, `completedAt`, `failureReason`, `cancelRequestedAt`, `expiresAt`, `succeededAt`, `failedAt`, `canceledAt`, `expiredAt`, `problems`, `problems[].code`, `problems[].message`, `problems[].line`, `problems[].param`, `inputFileId`, `lines`, `outputFileId`, `errorFileId`, `kept`, `hasResults`, `counts`, `counts.succeeded`, `counts.errored`, `counts.canceled`, `counts.expired`, `counts.unfinished`.',
  ],
  [
    "an expression that json-e can't read",
    "- { target: \"$.paths['/job-status/{job_id}'].get['x-batch-sim'].response\", update: { progress: { $eval: jobId jobId } } }",
    'o.yaml:4:96 paths["/job-status/{job_id}"].get.x-batch-sim.response.progress: Failed to render the template: Found: jobId token, expected one of: !=, &&, (, *, **, +, -, ., /, <, <=, ==, >, >=, [, in, ||.',
  ],
  [
    "a schema of the wrong type, which is said once",
    "- { target: $.components.schemas, update: { Extra: 5 } }",
    "o.yaml:4:52 components.schemas.Extra: Expected a value of type `object` or `boolean`, got `5` (number).",
  ],
  [
    "a null instead of a schema",
    "- { target: $.components.schemas, update: { Extra: null } }",
    "o.yaml:4:52 components.schemas.Extra: Expected a value of type `object` or `boolean`, got `null` (null).",
  ],
  [
    "a reference without a pointer",
    "- { target: $.components.schemas, update: { Extra: { $ref: Job } } }",
    'o.yaml:4:60 components.schemas.Extra["$ref"]: Expected `$ref` to name a part of this document, such as `#/components/schemas/Job`, got `Job`.',
  ],
  [
    "a response that its own schema refuses",
    "- { target: $.components.schemas.Job.properties, update: { job_cost: { type: string } } }",
    'o.yaml:4:58 paths["/jobs/{job_id}"].get.x-batch-sim.response: Expected the template\'s value to conform to the schema at `paths["/jobs/{job_id}"].get.responses.200.content["application/json"].schema`: `job/job_cost` must be string. Change the template, or replace the schema.',
  ],
  [
    "a template that the schema refuses",
    "- { target: \"$.paths['/try-authentication'].get['x-batch-sim']\", update: { response: { ok: true, authenticated: 1 } } }",
    'o.yaml:4:86 paths["/try-authentication"].get.x-batch-sim.response: Expected the template\'s value to conform to the schema at `paths["/try-authentication"].get.responses.200.content["application/json"].schema`: `authenticated` must be equal to constant. Change the template, or replace the schema.',
  ],
  [
    "an error's template that the schema refuses",
    `
- { target: "$['x-errors']['results-expired'].body", remove: true }
- { target: "$['x-errors']['results-expired']", update: { body: { detail: 5 } } }`,
    "o.yaml:6:65 x-errors.results-expired.body: Expected the template's value to conform to the schema at `components.schemas.Error`: `detail` must be string. Change the template, or replace the schema.",
  ],
  [
    "a state that the simulator doesn't have",
    "- { target: \"$['x-states']\", update: { pending: PENDING } }",
    "o.yaml:4:49 x-states.pending: Expected one of the simulator's own states, `unknown`, `finalizing`, `expired`, `queued`, `starting`, `running`, `cancelling`, `succeeded`, `failed`, `cancelled`, got `pending`. Optional states: `unknown`, `finalizing`, `expired`.",
  ],
  [
    "states without names",
    "- { target: \"$['x-states']\", update: { running: 0, succeeded: 0 } }",
    "o.yaml:4:49 x-states.running: Expected the API's name for this state, got `0` (number).",
  ],
  [
    "an error taken away",
    "- { target: \"$['x-errors']['results-expired']\", remove: true }",
    "o.yaml:4:57 x-errors.results-expired: Expected `x-errors` to have `results-expired`, because the simulator can respond with this error.",
  ],
  [
    "a status that is not an error status",
    "- { target: \"$['x-errors'].forbidden\", update: { status: 200 } }",
    "o.yaml:4:58 x-errors.forbidden.status: Expected a status from 400 to 599, got `200` (number).",
  ],
  [
    "errors that aren't listed",
    "- { target: \"$.paths['/jobs/{job_id}'].get['x-batch-sim'].errors\", remove: true }\n- { target: \"$.paths['/jobs/{job_id}'].get['x-batch-sim']\", update: { errors: [] } }",
    'o.yaml:5:79 paths["/jobs/{job_id}"].get.x-batch-sim.errors: Expected `errors` to list `unauthenticated`, `forbidden`, `unknown-job` as well. List every error that the operation can respond with.',
  ],
  [
    "an error response where it would be lost",
    '- { target: "$.paths[\'/list-jobs\'].get.responses", update: { "418": { description: Tea. } } }',
    "o.yaml:4:69 paths[\"/list-jobs\"].get.responses.418: Expected no response for 418 here, because error responses are derived from `x-errors`. To change the response, change the error's entry in `x-errors`, or the response in `components.responses` that the entry names. List the error's code in `x-batch-sim.errors`.",
  ],
  [
    "two success responses",
    '- { target: "$.paths[\'/list-jobs\'].get.responses", update: { "206": { description: Some. } } }',
    'o.yaml:4:60 paths["/list-jobs"].get.responses: Expected one success response, got `200` and `206`. Remove the others, or choose one in `x-batch-sim.status`.',
  ],
  [
    "a value that an assumption doesn't have",
    "- { target: \"$['x-assumptions']['cancel-twice']\", update: { default: refused } }",
    'o.yaml:4:70 x-assumptions.cancel-twice.default: Expected the assumption `cancel-twice` to be one of `first-stands`, `restarts`, got `"refused"` (string). To allow this value, add it to `alternatives`.',
  ],
  [
    "a value that is not of an assumption's form",
    "- { target: \"$['x-assumptions']['rate-limit']\", update: { default: a few } }",
    'o.yaml:4:68 x-assumptions.rate-limit.default: Expected the assumption `rate-limit` to be `none` or `a number of requests per second for each key`, got `"a few"` (string).',
  ],
  [
    "an assumption that is not an object",
    "- { target: \"$['x-assumptions']\", update: { a-b: none } }",
    'o.yaml:4:50 x-assumptions.a-b: Expected the assumption `a-b` to be an object, got `"none"` (string).',
  ],
  [
    "an assumption's ID with a slash",
    "- { target: \"$['x-assumptions']\", update: { a/b: {} } }",
    'o.yaml:4:50 x-assumptions["a/b"]: Expected the assumption `a/b` to have only letters, digits, `_`, and `-` in its ID, got `{}` (object).',
  ],
  [
    "an anchor that no schema can have",
    "- { target: $, update: { x-more: { $anchor: x y } } }",
    'o.yaml:4:24: Failed to compile the spec\'s schemas: invalid anchor "x y".',
  ],
  [
    "an assumption whose values have an invalid pattern",
    "- { target: \"$['x-assumptions']['retention'].value\", update: { pattern: \"{a}\" } }",
    "o.yaml:4:62: Failed to compile the spec's schemas: Invalid regular expression: /{a}/u: Lone quantifier brackets.",
  ],
  [
    "an assumption whose values have no valid schema",
    "- { target: \"$['x-assumptions']['rate-limit'].value\", update: { minimum: few } }",
    'o.yaml:4:63 x-assumptions.rate-limit.value: Expected `value` of the assumption `rate-limit` to be a JSON Schema, got `{"anyOf":[{"const":"none"},{"type":"number","exclusiveMinim…` (object).',
  ],
  [
    "a model without a price",
    "- { target: \"$['x-models']\", update: { id: m, contextWindow: 1, reasoning: false, inputPricePerMillionTokens: 1, tokensPerSecond: 1, typicalOutputTokens: 1 } }",
    "o.yaml:4:38 x-models.4.outputPricePerMillionTokens: Expected a number that is at least 0, got nothing.",
  ],
  [
    "a key in the query",
    "- { target: $.components.securitySchemes.ApiKey, update: { in: query } }",
    'o.yaml:4:58 components.securitySchemes.ApiKey: Expected a key in a header (`type: apiKey`, `in: header`, and optionally a prefix in `x-batch-sim.scheme`), or `type: http` with `scheme: bearer`, got `{"type":"apiKey","in":"query","name":"Authorization","descr…` (object).',
  ],
  [
    "two operations that no request can tell apart",
    '- { target: $.paths, update: { "/jobs/{id}": { get: { operationId: again, responses: { "200": { description: D. } }, x-batch-sim: { use: tryAuthentication, request: {}, response: {}, errors: [unauthenticated, forbidden] } } } } }',
    'o.yaml:4:53 paths["/jobs/{id}"].get: Expected a unique path, got `/jobs/{id}`, which matches the same requests as GET /jobs/{job_id}.',
  ],
  [
    "a reference into nothing",
    "- { target: $.components.schemas.JobId, remove: true }",
    'o.yaml:4:49 components.schemas.CreateJobResponse.properties.job_id["$ref"]: Expected `$ref` to name a part of this document, such as `#/components/schemas/Job`, got `#/components/schemas/JobId`.',
  ],
  [
    "what is no OpenAPI",
    "- { target: \"$.paths['/list-jobs'].get\", update: { parameter: [] } }",
    'o.yaml:4:63 paths["/list-jobs"].get.parameter: Unknown key `parameter` in OpenAPI 3.1.',
  ],
  [
    "what is no JSON Schema",
    "- { target: $.components.schemas.Job.properties.model, update: { type: strin } }",
    'o.yaml:4:72 components.schemas.Job.properties.model.type: Expected one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string`, got `"strin"` (string).',
  ],
])("%s", async (_, actions, complaint) => {
  expect(await complaintOf(actions)).toContain(complaint);
});

test("problems of several overlays come together, each in its own file", async () => {
  const files = [
    await overlayFile("- { target: $.nothing, remove: true }"),
    await overlayFile("- { target: \"$['x-nothing']\", remove: true }"),
  ];
  const error = await openDocument(files).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^Failed to apply the overlays: 2 problems\.\n/),
    issues: files.map((file) => ({ file, line: 4, column: 13, path: "actions.0.target" })),
  });
});

test("invalid overlay text, a missing file, a name that isn't shipped", async () => {
  const messages = await Promise.all(
    [await textFile("overlay: 2.0.0"), "./no-such-overlay.yaml", "strikt", "nothing-like-it"].map(
      (overlay) => openDocument([overlay]).catch((error: unknown) => String(error)),
    ),
  );
  expect(messages).toEqual([
    expect.stringMatching(/^SimulatorError: Failed to read the overlays: 3 problems\.\n/),
    "SimulatorError: Failed to read the overlay file `./no-such-overlay.yaml`: ENOENT: no such file or directory, open './no-such-overlay.yaml'. Use a readable YAML or JSON file, or the name of a shipped overlay.",
    "SimulatorError: Failed to find the overlay `strikt`: no shipped overlay has that name. Did you mean `strict`?",
    "SimulatorError: Failed to find the overlay `nothing-like-it`: no shipped overlay has that name. Shipped overlays: `anthropic`, `client-sdk`, `gemini`, `groq`, `mistral`, `openai`, `strict`. To load a file, use a name that ends in `.yaml`, `.yml`, or `.json`.",
  ]);
});

test("options that are not a list of overlays are rejected", async () => {
  const overlays = "strict" as unknown as string[];
  await expect(startSimulator({ overlays })).rejects.toThrow(
    'Expected `overlays` to be a list, got `"strict"` (string).',
  );
});

test.each(["anthropic", "client-sdk", "gemini", "groq", "mistral", "openai", "strict"])(
  "every alternative of every assumption gives a valid document with %s too",
  async (name) => {
    const document = await openDocument([name]);
    const checker = await schemaChecker();
    const choices = assumptionsOf(document).flatMap((entry) =>
      (entry.value === undefined ? [...entry.alternatives, ...entry.deviations] : []).map(
        (choice) => [entry.id, choice] as const,
      ),
    );
    expect(choices.length).toBeGreaterThan(4);
    for (const [id, choice] of choices) {
      const effective = effectiveDocument(document, { [id]: choice });
      expect([id, choice, checkOpenApi(effective, checker)]).toEqual([id, choice, []]);
    }
  },
);

test("the document with a shipped overlay is made only once", async () => {
  const document = await openDocument(["strict"]);
  for (const name of ["anthropic", "gemini", "groq", "mistral", "openai"])
    await openDocument([name]);
  expect(await openDocument(["strict"])).toBe(document);
});

test("errors and responses that follow from the use case need not be written", async () => {
  const before = await openDocument([]);
  const part = "$.paths['/jobs/{job_id}'].get";
  const overlay = await overlayFile(`
- { target: "${part}['x-batch-sim'].errors", remove: true }
- { target: "${part}.responses", remove: true }`);
  const { paths } = (await openDocument([overlay])) as { paths: Record<string, JsonObject> };
  const item = paths["/jobs/{job_id}"]?.["get"] as JsonObject;
  expect(item["x-batch-sim"]).toMatchObject({
    errors: ["unauthenticated", "forbidden", "unknown-job"],
  });
  expect(item["responses"]).toEqual({
    200: { description: item["summary"], content: { "application/json": {} } },
  });
  expect(asObject(asObject(before["paths"])["/jobs/{job_id}"])).toHaveProperty("get.responses");
});

test("an overlay can extend a shipped one, or a part that has no name of its own", async () => {
  const extending = (base: string): Promise<string> =>
    textFile(
      `overlay: 1.1.0\ninfo: { title: T, version: "1" }\nextends: ${base}.yaml\nactions:\n  - { target: $.info, update: { title: T } }`,
    );
  const outcomes = await Promise.all(
    ["blank", "groq", "blanc"].map(async (base) =>
      openDocument([await extending(base)]).then(
        ({ info }) => asObject(info)["title"],
        (error: unknown) => String(error).replace(/(\S+\/)?([\w.]+:4:)/, "$2"),
      ),
    ),
  );
  expect(outcomes).toEqual([
    "T",
    "T",
    expect.stringMatching(
      /overlay\.yaml:3:10 extends: Expected a reference to .*, got `"blanc\.yaml"` \(string\)\. Did you mean `blank\.yaml`\?$/,
    ),
  ]);
  await expect(openDocument(["blank"])).rejects.toThrow(
    "Failed to find the overlay `blank`: no shipped overlay has that name.",
  );
});

test("every shipped overlay has a line, and a test of its own", async () => {
  const shipped = await listOverlays(shippedOverlayDir());
  expect(shipped.map(({ name }) => name)).toEqual([
    "anthropic",
    "client-sdk",
    "gemini",
    "groq",
    "mistral",
    "openai",
    "strict",
  ]);
  for (const { name, title } of shipped) {
    expect(title).toMatch(/^[^\n]{10,120}$/);
    expect(readdirSync("test/overlays")).toContain(`${name}.test.ts`);
  }
});
