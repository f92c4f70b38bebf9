import { expect, test } from "@jest/globals";
import { idsIn } from "../findings/support.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Gemini's Batch API.

const MODEL = "/v1beta/models/gemini-2.5-flash";

type Json = Record<string, unknown>;

async function call(
  sim: TestSimulator,
  method: string,
  path: string,
  body?: Json,
): Promise<{ readonly status: number; readonly body: Json }> {
  const response = await fetch(sim.baseUrl + path, {
    method,
    headers: { "x-goog-api-key": sim.apiKey, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

function inlined(key: string, more: Json = {}): Json {
  const contents = [{ role: "user", parts: [{ text: `Hello from ${key}.` }] }];
  return { request: { contents, ...more }, metadata: { key, tags: [1, null] } };
}

async function created(sim: TestSimulator, requests: readonly Json[], displayName = "few") {
  const batch = { displayName, inputConfig: { requests: { requests } } };
  return call(sim, "POST", `${MODEL}:batchGenerateContent`, { batch });
}

async function ended(sim: TestSimulator, name: unknown): Promise<Json> {
  for (let polls = 0; polls < 100; polls++) {
    const { body } = await call(sim, "GET", `/v1beta/${name}`);
    if (body["done"] === true) return body;
  }
  throw new Error(`Expected ${name} to end within 100 polls.`);
}

async function responsesTo(sim: TestSimulator, requests: readonly Json[]): Promise<Json[]> {
  const { body } = await created(sim, requests);
  return responsesIn(await ended(sim, body["name"]));
}

function responsesIn({ metadata }: Json): Json[] {
  const { output } = metadata as { output?: { inlinedResponses: { inlinedResponses: Json[] } } };
  return output?.inlinedResponses.inlinedResponses ?? [];
}

test("the rows of an expired batch are submitted again only if the model is the same", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "expires-halfway" });
  const requests = [inlined("a"), inlined("b"), inlined("c")];
  await responsesTo(sim, requests);
  const batch = { displayName: "few", inputConfig: { requests: { requests } } };
  const path = "/v1beta/models/gemini-2.5-pro:batchGenerateContent";
  await ended(sim, (await call(sim, "POST", path, { batch })).body["name"]);
  expect(idsIn(sim)).toEqual([]);
  await ended(sim, (await created(sim, requests, "again")).body["name"]);
  expect(idsIn(sim)).toEqual(["finished-rows-repeated"]);
});

test("polls after an end that the client doesn't know are polls, although each response contains the rows", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "expires-halfway" });
  const { name } = (await created(sim, [inlined("a"), inlined("b")])).body;
  await ended(sim, name);
  await ended(sim, name);
  expect(idsIn(sim)).toEqual([]);
  for (let polls = 0; polls < 5; polls++) await ended(sim, name);
  expect(idsIn(sim)).toEqual(["polled-after-end"]);
});

test("a batch has its responses inline once it has ended, in order, with the metadata of each request", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const { status, body } = await created(sim, [inlined("a"), inlined("b", { contents: [] })]);
  const name = expect.stringMatching(/^batches\/\w{22}$/);
  const metadata = {
    "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
    name,
    displayName: "few",
    model: "models/gemini-2.5-flash",
    state: "BATCH_STATE_PENDING",
    createTime: "2030-01-01T00:00:00.000Z",
    updateTime: "2030-01-01T00:00:00.000Z",
    batchStats: {
      requestCount: "2",
      successfulRequestCount: "0",
      failedRequestCount: "0",
      pendingRequestCount: "2",
    },
  };
  expect([status, body]).toEqual([200, { name, metadata, done: false }]);
  const batch = await ended(sim, body["name"]);
  const usage = { promptTokenCount: 4, candidatesTokenCount: expect.any(Number) };
  expect(batch).toEqual({
    name: body["name"],
    done: true,
    metadata: {
      ...metadata,
      state: "BATCH_STATE_SUCCEEDED",
      updateTime: expect.any(String),
      endTime: (batch["metadata"] as Json)["updateTime"],
      batchStats: {
        requestCount: "2",
        successfulRequestCount: "1",
        failedRequestCount: "1",
        pendingRequestCount: "0",
      },
      output: {
        inlinedResponses: {
          inlinedResponses: [
            {
              response: {
                candidates: [
                  {
                    content: { parts: [{ text: expect.any(String) }], role: "model" },
                    finishReason: "STOP",
                    index: 0,
                  },
                ],
                usageMetadata: { ...usage, totalTokenCount: expect.any(Number) },
                modelVersion: "gemini-2.5-flash",
                responseId: expect.stringMatching(/^\w{22}$/),
              },
              metadata: { key: "a", tags: [1, null] },
            },
            {
              error: {
                code: 3,
                message: "request.contents: must NOT have fewer than 1 items",
              },
              metadata: { key: "b", tags: [1, null] },
            },
          ],
        },
      },
    },
  });
  const { body: listed } = await call(sim, "GET", "/v1/batches?pageSize=1");
  expect(listed["operations"]).toMatchObject([{ name: body["name"], done: true }]);
  expect(listed).not.toHaveProperty("nextPageToken");
});

test("schemas can be in OpenAPI's form, and tools in several", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const parameters = {
    type: "OBJECT",
    properties: {
      word: { type: "STRING", nullable: true, minLength: "3" },
      list: { type: "ARRAY", minItems: "2", maxItems: "2", items: { type: "INTEGER" } },
      either: { anyOf: [{ type: "BOOLEAN" }] },
    },
    required: ["word", "list", "either"],
  };
  const tools = [{ function_declarations: [{ name: "f" }, { name: "g", parameters }] }];
  const calling = (more: Json): Json => ({
    ...{ tools, toolConfig: { functionCallingConfig: { mode: "ANY", ...more } } },
  });
  const generation_config = { response_schema: parameters, responseMimeType: "application/json" };
  const conforming = {
    list: [expect.any(Number), expect.any(Number)],
    either: expect.any(Boolean),
  };
  const snake = (more: Json): Json => ({
    ...{ tools, tool_config: { function_calling_config: { mode: "ANY", ...more } } },
  });
  const unchosen = { allowedFunctionNames: ["g"], mode: "AUTO" };
  const [json, first, chosen, cut, ...others] = await responsesTo(sim, [
    inlined("json", { generation_config }),
    inlined("first", calling({})),
    inlined("chosen", calling({ allowedFunctionNames: ["g"] })),
    inlined("cut", { generationConfig: { maxOutputTokens: 3 } }),
    inlined("snake", snake({})),
    inlined("snake chosen", snake({ allowed_function_names: ["g"] })),
    inlined("negative", { generation_config: { max_output_tokens: -3 } }),
    inlined("auto", calling({ mode: "AUTO" })),
    inlined("unchosen", calling(unchosen)),
    inlined("nobody", calling({ allowedFunctionNames: [], mode: "AUTO" })),
    inlined("null", snake({ allowed_function_names: null, mode: "NONE" })),
    inlined("no limit", { generation_config: { max_output_tokens: null } }),
    inlined("no settings", { generation_config: null, generationConfig: null }),
  ]);
  const partOf = (line: Json | undefined): Json =>
    (line as { response: { candidates: [{ content: { parts: [Json] } }] } }).response.candidates[0]
      .content.parts[0];
  const { word, ...fields } = JSON.parse(String(partOf(json)["text"])) as Json;
  expect(fields).toEqual(conforming);
  expect(word === null || (typeof word === "string" && word.length >= 3)).toBe(true);
  expect(partOf(first)).toMatchObject({ functionCall: { name: "f" } });
  expect(partOf(chosen)).toMatchObject({ functionCall: { name: "g", args: conforming } });
  expect(cut).toMatchObject({ response: { candidates: [{ finishReason: "MAX_TOKENS" }] } });
  expect(others.slice(0, 2).map(partOf)).toMatchObject([
    { functionCall: { name: "f" } },
    { functionCall: { name: "g" } },
  ]);
  expect(others.slice(2).map((line) => (line["error"] as Json | undefined)?.["message"])).toEqual([
    "request.generation_config.max_output_tokens: must be >= 1",
    undefined,
    "request.toolConfig.functionCallingConfig.mode: must be `ANY` or `VALIDATED`",
    ...Array(4),
  ]);
});

test("in JSON mode, a response without a schema is an object, and an enum's label has no quotes", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const type = { type: "STRING", enum: ["tea", "coffee"] };
  const responses = await responsesTo(sim, [
    inlined("json", { generationConfig: { responseMimeType: "application/json" } }),
    inlined("snake", { generation_config: { response_mime_type: "application/json" } }),
    inlined("label", {
      generationConfig: { responseMimeType: "text/x.enum", responseSchema: type },
    }),
  ]);
  const texts = responses.map((each) => {
    const { candidates } = each["response"] as { candidates: { content: { parts: Json[] } }[] };
    return String(candidates[0]?.content.parts[0]?.["text"]);
  });
  expect(texts).toEqual([
    expect.stringMatching(/^\{"/),
    expect.stringMatching(/^\{"/),
    expect.stringMatching(/^(tea|coffee)$/),
  ]);
  expect(texts.slice(0, 2).map((text) => typeof JSON.parse(text))).toEqual(["object", "object"]);
});

test("a batch that expires or is canceled has an error, and the responses so far", async () => {
  await using expiring = await startTestSimulator({ api: "gemini", scenario: "expires-halfway" });
  const requests = ["a", "b", "c", "d"].map((key) => inlined(key));
  const expired = await ended(expiring, (await created(expiring, requests)).body["name"]);
  expect(expired).toMatchObject({
    metadata: { state: "BATCH_STATE_EXPIRED" },
    error: { code: 4, message: "The batch expired." },
  });
  expect(responsesIn(expired).map(({ metadata }) => (metadata as Json)["key"])).toEqual(["a", "b"]);
  await using sim = await startTestSimulator({ api: "gemini", scenario: "slow-job" });
  const { name } = (await created(sim, requests)).body;
  expect(await call(sim, "DELETE", `/v1beta/${name}`)).toEqual({
    status: 400,
    body: {
      error: {
        code: 400,
        message: expect.stringMatching(
          /^Job `\w{22}` is BATCH_STATE_\w+; only a job that has ended/,
        ),
        status: "FAILED_PRECONDITION",
      },
    },
  });
  expect(await call(sim, "POST", `/v1beta/${name}:cancel`, {})).toEqual({ status: 200, body: {} });
  expect(await ended(sim, name)).toMatchObject({
    metadata: { state: "BATCH_STATE_CANCELLED" },
    error: { code: 1, message: "The batch was cancelled." },
  });
  expect(await call(sim, "DELETE", `/v1beta/${name}`)).toEqual({ status: 200, body: {} });
});

test("lists have pages", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const names: unknown[] = [];
  for (const key of ["x", "y", "z"])
    names.unshift((await created(sim, [inlined(key)])).body["name"]);
  const pageAt = async (query: string): Promise<readonly [unknown, unknown]> => {
    const { operations, nextPageToken } = (await call(sim, "GET", `/v1/batches?${query}`)).body;
    return [(operations as Json[]).map(({ name }) => name), nextPageToken];
  };
  const [first, token] = await pageAt("pageSize=2");
  expect([first, await pageAt(`pageSize=2&pageToken=${token}`)]).toEqual([
    names.slice(0, 2),
    [names.slice(2), undefined],
  ]);
});

test("errors have the service's form, and other versions are unknown paths", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const errorTo = async (method: string, path: string, body?: Json): Promise<unknown> =>
    (await call(sim, method, path, body)).body["error"];
  expect(await errorTo("GET", "/v1/batches/none")).toEqual({
    code: 404,
    message: "Job `none` does not exist.",
    status: "NOT_FOUND",
  });
  const withFile = { batch: { inputConfig: { fileName: "files/abc" } } };
  expect(await errorTo("POST", `${MODEL}:batchGenerateContent`, withFile)).toEqual({
    code: 400,
    message: "Expected the ID of an uploaded file that exists, got `files/abc`.",
    status: "INVALID_ARGUMENT",
  });
  expect((await call(sim, "GET", "/v2/batches/none")).status).toBe(404);
  const denied = await fetch(`${sim.baseUrl}/v1/batches`);
  expect([denied.status, await denied.json()]).toMatchObject([
    403,
    { error: { code: 403, status: "PERMISSION_DENIED" } },
  ]);
});

test("a function can be in any of a request's tools", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const tools = ["search", "find"].map((name) => ({ functionDeclarations: [{ name }] }));
  const calling = (name: string) => ({ mode: "ANY", allowedFunctionNames: [name] });
  const inputs = ["find", "lose"].map((name) =>
    inlined(name, {
      tools: [{ googleSearch: {} }, ...tools],
      toolConfig: { functionCallingConfig: calling(name) },
    }),
  );
  expect(await responsesTo(sim, inputs)).toMatchObject([
    { response: { candidates: [{ content: { parts: [{ functionCall: { name: "find" } }] } }] } },
    { error: { code: 3, message: expect.stringContaining("lose") } },
  ]);
});

test("a client stops when its key expires, whose status is 403", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "auth-expires" });
  const names = [await created(sim, [inlined("a")]), await created(sim, [inlined("b")])].map(
    ({ body }) => body["name"],
  );
  let [polls, status] = [0, 200];
  while (status === 200) status = (await call(sim, "GET", `/v1beta/${names[polls++ % 2]}`)).status;
  expect([polls, status, idsIn(sim)]).toEqual([4, 403, []]);
});

test("a client that reads the responses in the batch has downloaded them", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "expires-halfway" });
  await responsesTo(sim, [inlined("a"), inlined("b")]);

  await responsesTo(sim, [inlined("c")]);
  const { findings } = sim.report();
  expect(findings.map(({ id }) => id)).toEqual([]);
});

async function uploadUrl(sim: TestSimulator, file: Json): Promise<URL> {
  const started = await fetch(`${sim.baseUrl}/upload/v1beta/files`, {
    method: "POST",
    headers: {
      "x-goog-api-key": sim.apiKey,
      "content-type": "application/json",
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
    },
    body: JSON.stringify({ file }),
  });
  expect([started.status, await started.json()]).toEqual([200, {}]);
  expect(started.headers.get("x-goog-upload-status")).toBe("active");
  return new URL(String(started.headers.get("x-goog-upload-url")));
}

async function uploadTo(url: URL, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "x-goog-upload-command": "upload, finalize",
      "x-goog-upload-offset": "0",
      "content-type": "application/jsonl",
      ...headers,
    },
    body,
  });
  return { response, body: (await response.json()) as Json };
}

async function downloaded(sim: TestSimulator, path: string): Promise<string> {
  const headers = { "x-goog-api-key": sim.apiKey };
  const response = await fetch(`${sim.baseUrl}${path}:download?alt=media`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

test("a batch with a file has its responses in a file", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "some-rows-fail" });
  const lines = Array.from({ length: 12 }, (_, n) => {
    const { request } = inlined(`row-${n}`);
    return JSON.stringify({ key: `row-${n}`, request });
  }).join("\n");
  const url = await uploadUrl(sim, { display_name: "rows" });
  expect(url.href).not.toContain(sim.apiKey);
  const { response, body } = await uploadTo(url, lines);
  const file = {
    name: expect.stringMatching(/^files\/\w{22}$/),
    displayName: "rows",
    sizeBytes: String(lines.length),
    createTime: "2030-01-01T00:00:00.000Z",
    updateTime: "2030-01-01T00:00:00.000Z",
    expirationTime: "2030-01-03T00:00:00.000Z",
    state: "ACTIVE",
    source: "UPLOADED",
  };
  expect([response.headers.get("x-goog-upload-status"), body]).toEqual(["final", { file }]);
  const { name } = body["file"] as Json;
  expect(await downloaded(sim, `/v1beta/${name}`)).toBe(lines);
  const batch = { displayName: "file", inputConfig: { fileName: name } };
  const created = await call(sim, "POST", `${MODEL}:batchGenerateContent`, { batch });
  const { metadata, ...others } = await ended(sim, created.body["name"]);
  const id = String(created.body["name"]).replace("batches/", "");
  expect([others["error"], metadata]).toMatchObject([
    undefined,
    { state: "BATCH_STATE_SUCCEEDED", output: { responsesFile: `files/batch-${id}` } },
  ]);
  const { output } = metadata as { output: Json };
  expect(output).toEqual({ responsesFile: `files/batch-${id}` });
  const text = await downloaded(sim, `/download/v1beta/files/batch-${id}`);
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Json);
  expect(rows.map(({ key }) => key)).toEqual(Array.from({ length: 12 }, (_, n) => `row-${n}`));
  const failed = rows.filter(({ error }) => error !== undefined);
  expect(failed.length).toBeGreaterThan(0);
  expect(rows.filter((row) => "response" in row).length).toBe(12 - failed.length);
  const { files } = (await call(sim, "GET", "/v1/files?pageSize=1")).body;
  expect(files).toMatchObject([{ name: `files/batch-${id}`, source: "GENERATED" }]);
  expect((await call(sim, "DELETE", `/v1/${name}`)).body).toEqual({});
  expect((await call(sim, "GET", `/v1/${name}`)).status).toBe(404);
  expect(sim.report().findings.filter(({ severity }) => severity !== "info")).toEqual([]);
});

test("a batch with inline requests writes no file, and one with wrong lines fails", async () => {
  await using sim = await startTestSimulator({ api: "gemini" });
  const inline = await created(sim, [inlined("a")]);
  await ended(sim, inline.body["name"]);
  expect((await call(sim, "GET", "/v1/files")).body).toEqual({ files: [] });
  const { body } = await uploadTo(await uploadUrl(sim, {}), '{"key":"a"}\n{');
  const batch = { inputConfig: { fileName: (body["file"] as Json)["name"] } };
  const job = await call(sim, "POST", `${MODEL}:batchGenerateContent`, { batch });
  const failed = await ended(sim, job.body["name"]);
  expect(failed).toMatchObject({
    metadata: { state: "BATCH_STATE_FAILED" },
    error: {
      code: 3,
      message: "Line 1: This line is invalid: must have required property 'request'.",
    },
  });
  expect(failed["metadata"]).not.toHaveProperty("output");
});

test("built-in scenarios give a batch's file problems", async () => {
  await using sim = await startTestSimulator({ api: "gemini", scenario: "bad-input-file" });
  const { request } = inlined("a");
  const { body } = await uploadTo(await uploadUrl(sim, {}), JSON.stringify({ key: "a", request }));
  const batch = { inputConfig: { fileName: (body["file"] as Json)["name"] } };
  const job = await call(sim, "POST", `${MODEL}:batchGenerateContent`, { batch });
  expect(await ended(sim, job.body["name"])).toMatchObject({
    metadata: {
      state: "BATCH_STATE_FAILED",
      batchStats: { requestCount: "1", pendingRequestCount: "0" },
    },
    error: { code: 3, message: "Line 1: This line is not valid JSON." },
  });
});

test("a status with the rows that lacks one of its other fields is not a damaged download", async () => {
  const cut =
    "{ name: cut, on: getJob, when: { jobState: succeeded }, truncate: { atShare: 50% }, times: 1 }";
  const yamlOf = (fault: string): string => `name: odd\nfaults:\n  - ${fault}\n`;
  const findingsWith = async (fault: string): Promise<readonly string[]> => {
    await using sim = await startTestSimulator({
      api: "gemini",
      clock: "manual",
      yaml: yamlOf(fault),
    });
    const { body } = await created(sim, [inlined("a")]);
    await sim.clock.advance("1d");
    await call(sim, "GET", `/v1beta/${body["name"]}`).catch(() => {});
    return idsIn(sim);
  };
  expect(await findingsWith(cut)).toContain("went-on-after-bad-download");
  expect(await findingsWith(cut.replace("truncate: { atShare: 50% }", "dropField: /done"))).toEqual(
    [],
  );
});
