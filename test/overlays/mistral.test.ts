import { expect, test } from "@jest/globals";
import { idsIn } from "../findings/support.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Mistral's Batch and Files APIs.

const JOBS = "/v1/batch/jobs";
const CHAT = "/v1/chat/completions";

type Json = Record<string, unknown>;

async function call(
  sim: TestSimulator,
  method: string,
  path: string,
  body?: Json | FormData,
): Promise<{ readonly status: number; readonly body: Json }> {
  const isForm = body instanceof FormData;
  const response = await fetch(sim.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${sim.apiKey}`,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

function chat(custom_id: string, content = "Hello", more: Json = {}): Json {
  return { custom_id, body: { messages: [{ role: "user", content }], ...more } };
}

async function ended(sim: TestSimulator, id: unknown, query = ""): Promise<Json> {
  for (let polls = 0; polls < 100; polls++) {
    const { body } = await call(sim, "GET", `${JOBS}/${id}${query}`);
    if (!["QUEUED", "RUNNING", "CANCELLATION_REQUESTED"].includes(String(body["status"])))
      return body;
  }
  throw new Error(`Expected the job ${id} to end within 100 polls.`);
}

async function content(sim: TestSimulator, fileId: unknown): Promise<Json[]> {
  const headers = { authorization: `Bearer ${sim.apiKey}` };
  const response = await fetch(`${sim.baseUrl}/v1/files/${fileId}/content`, { headers });
  const lines = (await response.text()).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Json);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a job with requests has its outputs inline if they are asked for, and in a file", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const bad = chat("bad", "x", { messages: [] });
  const request = {
    ...{ endpoint: CHAT, model: "mistral-large-latest", requests: [chat("good"), bad] },
    ...{ metadata: { a: "b" }, timeout_hours: 2 },
  };
  const { status, body: created } = await call(sim, "POST", JOBS, request);
  const whole = {
    id: expect.stringMatching(UUID),
    object: "batch",
    input_files: [],
    metadata: { a: "b" },
    endpoint: CHAT,
    model: "mistral-large-latest",
    output_file: null,
    error_file: null,
    errors: [],
    outputs: null,
    status: "QUEUED",
    created_at: 1_893_456_000,
    started_at: null,
    completed_at: null,
    total_requests: 2,
    completed_requests: 0,
    succeeded_requests: 0,
    failed_requests: 0,
  };
  expect([status, created]).toEqual([200, whole]);
  const { id } = created;
  const job = await ended(sim, id);
  expect(job).toEqual({
    ...whole,
    output_file: `output-${id}`,
    error_file: `error-${id}`,
    status: "SUCCESS",
    started_at: expect.any(Number),
    completed_at: expect.any(Number),
    completed_requests: 2,
    succeeded_requests: 1,
    failed_requests: 1,
  });
  const { body: inline } = await call(sim, "GET", `${JOBS}/${id}?inline=true`);
  const lines = [...(await content(sim, `output-${id}`)), ...(await content(sim, `error-${id}`))];
  expect((inline["outputs"] as Json[]).toSorted(byId)).toEqual(lines.toSorted(byId));
  expect(lines).toEqual([
    {
      id: expect.stringMatching(/^\w{22}$/),
      custom_id: "good",
      response: {
        status_code: 200,
        body: {
          id: expect.stringMatching(/^cmpl-\w{22}$/),
          object: "chat.completion",
          created: job["completed_at"],
          model: "mistral-large-latest",
          choices: [
            {
              index: 0,
              message: { role: "assistant", content: expect.any(String) },
              finish_reason: "stop",
            },
          ],
          usage: {
            prompt_tokens: expect.any(Number),
            completion_tokens: expect.any(Number),
            total_tokens: expect.any(Number),
          },
        },
      },
      error: null,
    },
    {
      id: expect.any(String),
      custom_id: "bad",
      response: {
        status_code: 400,
        body: {
          object: "error",
          message: "body.messages: must NOT have fewer than 1 items",
          type: "invalid_request",
          code: "invalid",
        },
      },
      error: null,
    },
  ]);
});

function byId(a: Json, b: Json): number {
  return String(a["custom_id"]).localeCompare(String(b["custom_id"]));
}

async function uploaded(sim: TestSimulator, lines: readonly unknown[]): Promise<Json> {
  const form = new FormData();
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  form.set("file", new Blob([text]), "rows.jsonl");
  form.set("purpose", "batch");
  form.set("expiry", "24");
  const { status, body } = await call(sim, "POST", "/v1/files", form);
  expect(status).toBe(200);
  return body;
}

test("a job with a file embeds each of its texts, and times out with what is done", async () => {
  await using sim = await startTestSimulator({ api: "mistral", scenario: "expires-halfway" });
  const input = [1, 2].map((n) => ({ custom_id: `${n}`, body: { input: [`a${n}`, `b${n}`] } }));
  const file = await uploaded(sim, input);
  expect(file).toEqual({
    id: expect.stringMatching(UUID),
    object: "file",
    bytes: input.map((line) => JSON.stringify(line)).join("\n").length,
    num_lines: 2,
    created_at: 1_893_456_000,
    expires_at: 1_893_542_400,
    filename: "rows.jsonl",
    purpose: "batch",
    sample_type: "batch_request",
    source: "upload",
    deleted: false,
  });
  const request = { endpoint: "/v1/embeddings", model: "mistral-embed", input_files: [file["id"]] };
  const { body } = await call(sim, "POST", JOBS, request);
  const job = await ended(sim, body["id"], "?inline=true");
  expect(job).toMatchObject({
    ...{ status: "TIMEOUT_EXCEEDED", input_files: [file["id"]], outputs: null },
    ...{ total_requests: 2, succeeded_requests: 1, failed_requests: 0, error_file: null },
  });
  const [line] = await content(sim, job["output_file"]);
  expect(line).toMatchObject({
    response: { body: { model: "mistral-embed", data: [{ index: 0 }, { index: 1 }] } },
  });
  const { body: listed } = await call(sim, "GET", "/v1/files?page_size=1");
  expect(listed).toMatchObject({ data: [{ source: "mistral", sample_type: "batch_result" }] });
  expect(listed["total"]).toBe(2);
});

test("a row rule that writes text replaces the embedding", async () => {
  const yaml = "rows: [{ index: 0, outcome: empty }]";
  await using sim = await startTestSimulator({ api: "mistral", yaml });
  const requests = [{ custom_id: "a", body: { input: "Hello" } }];
  const request = { endpoint: "/v1/embeddings", model: "mistral-embed", requests };
  const { body } = await call(sim, "POST", JOBS, request);
  const job = await ended(sim, body["id"], "?inline=true");
  const data = [{ object: "embedding", index: 0, embedding: "" }];
  expect(job["outputs"]).toMatchObject([{ response: { body: { data } } }]);
});

test("in JSON mode, the model writes an object", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const requests = [chat("a", "Hello", { response_format: { type: "json_object" } })];
  const { body } = await call(sim, "POST", JOBS, { endpoint: CHAT, requests });
  const job = await ended(sim, body["id"], "?inline=true");
  const [line] = job["outputs"] as {
    response: { body: { choices: { message: { content: string } }[] } };
  }[];
  const content = line?.response.body.choices[0]?.message.content;
  expect(JSON.parse(String(content))).toEqual({ answer: expect.any(String) });
});

test("a request without input, with an unknown format, an unknown tool, or no dimensions fails", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const chosen = { type: "function", function: { name: "lose" } };
  const requests = [
    { custom_id: "a", body: {} },
    chat("b", "Hello", { response_format: { type: "bogus" } }),
    chat("c", "Hello", { response_format: { type: "json_schema" } }),
    chat("d", "Hello", { tools: [], tool_choice: chosen }),
    chat("e", "Hello", { output_dimension: 0 }),
    chat("f", "Hello", { tool_choice: "auto", response_format: { type: "text" } }),
    chat("g", "Hello", { stream: "true" }),
    chat("h", "Hello", { stream: null }),
  ];
  const { body } = await call(sim, "POST", JOBS, { endpoint: CHAT, requests });
  const job = await ended(sim, body["id"]);
  const errors = (await content(sim, job["error_file"])).toSorted(byId).map((line) => {
    const { body: error } = line["response"] as { body: { message: string } };
    return [line["custom_id"], error.message];
  });
  expect(errors).toEqual([
    ["a", expect.stringContaining("body: must have required property 'messages'")],
    ["b", "body.response_format.type: must be `text` or `json_object` or `json_schema`"],
    ["c", "body.response_format: must have required property 'json_schema'"],
    ["d", expect.stringContaining('got `"lose"`')],
    ["e", "body.output_dimension: must be >= 1"],
    ["g", "body.stream: must be `false` or `null`"],
  ]);
});

test("a job has either requests or a file", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const { id } = await uploaded(sim, [chat("a")]);
  const both = { endpoint: CHAT, requests: [chat("b")], input_files: [id] };
  expect(await call(sim, "POST", JOBS, both)).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ["body", "requests"],
          msg: `Expected \`requests\` to be of type null, got \`${JSON.stringify(both.requests)}\` (array). A job has either \`requests\` or a file in \`input_files\`.`,
        },
      ],
    },
  });
  const other = { ...both, requests: null };
  expect((await call(sim, "POST", JOBS, other)).body["input_files"]).toEqual([id]);
  const inline = { ...both, input_files: null };
  expect((await call(sim, "POST", JOBS, inline)).body["total_requests"]).toBe(1);
});

test("a job whose file has invalid lines fails, and its errors name the lines", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const errorsOf = async (lines: readonly unknown[]): Promise<unknown> => {
    const { id } = await uploaded(sim, lines);
    const { body } = await call(sim, "POST", JOBS, { endpoint: CHAT, input_files: [id] });
    const { status, errors } = await ended(sim, body["id"]);
    return [status, errors];
  };
  expect(await errorsOf([chat("a"), { custom_id: "b" }, chat("a")])).toEqual([
    "FAILED",
    [
      {
        message: "Line 2: This line is invalid: must have required property 'body'.",
        count: 1,
      },
      { message: "Line 3: This line has the same ID as another line: a.", count: 1 },
    ],
  ]);
  expect(await errorsOf([])).toEqual([
    "FAILED",
    [{ message: "The input file is empty.", count: 1 }],
  ]);
});

test("lists have numbered pages, and can be limited to states", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  const ids: unknown[] = [];
  for (const name of ["x", "y", "z"]) {
    const request = { endpoint: CHAT, requests: [chat(name)] };
    ids.unshift((await call(sim, "POST", JOBS, request)).body["id"]);
  }
  await ended(sim, ids[2]);
  const idsOn = async (query: string): Promise<unknown> => {
    const { body } = await call(sim, "GET", `${JOBS}?${query}`);
    return [(body["data"] as Json[]).map(({ id }) => id), body["total"]];
  };
  expect(await idsOn("page_size=2")).toEqual([ids.slice(0, 2), 3]);
  expect(await idsOn("page_size=2&page=1")).toEqual([ids.slice(2), 3]);
  const states = await Promise.all(
    ids.map(async (id) => (await call(sim, "GET", `${JOBS}/${id}`)).body["status"]),
  );
  const done = ids.filter((_, index) => states[index] === "SUCCESS");
  expect(await idsOn("status=SUCCESS&status=FAILED")).toEqual([done, done.length]);
});

test("errors have the service's form", async () => {
  await using sim = await startTestSimulator({ api: "mistral" });
  expect(await call(sim, "GET", `${JOBS}/none`)).toEqual({
    status: 404,
    body: {
      object: "error",
      message: "Job `none` does not exist.",
      type: "invalid_request_error",
      code: null,
      detail: [],
    },
  });
  const { status, body } = await call(sim, "POST", JOBS, { endpoint: "/v1/ocr", requests: [] });
  expect([status, body["detail"]]).toEqual([
    422,
    expect.arrayContaining([
      {
        loc: ["body", "endpoint"],
        msg: 'Expected `endpoint` to be one of `/v1/chat/completions`, `/v1/fim/completions`, `/v1/embeddings`, got `"/v1/ocr"` (string).',
        type: "enum",
      },
      {
        loc: ["body", "requests"],
        msg: "Expected `requests` to have at least 1 item, got `[]` (array). A job has either `requests` or a file in `input_files`.",
        type: "minItems",
      },
    ]),
  ]);
  const detail = async (body: Json): Promise<unknown> =>
    (await call(sim, "POST", JOBS, { endpoint: CHAT, ...body })).body["detail"];
  for (const fields of [{}, { requests: null, input_files: [] }])
    expect(await detail(fields)).toEqual([
      {
        loc: ["body", "requests"],
        msg: expect.stringMatching(/A job has either `requests` or a file in `input_files`\.$/),
        type: expect.any(String),
      },
    ]);
  expect(await detail({ requests: [chat("a"), chat("b"), chat("a")] })).toMatchObject([
    { loc: ["body", "requests", 2], type: "uniqueItems" },
  ]);
  const input_files = ["27d9b8e8-d1b5-4cd4-8b0c-0b5a2e0f0a11"];
  expect(await detail({ input_files })).toMatchObject([
    { loc: ["body", "input_files", 0], type: "file" },
  ]);
  const requests = [chat("a")];
  const agent = await call(sim, "POST", JOBS, { endpoint: CHAT, requests, agent_id: "a" });
  expect(agent.body["message"]).toBe('Expected `agent_id` to be of type null, got `"a"` (string).');
  const order = await call(sim, "GET", `${JOBS}?order_by=created`);
  expect(order.body["message"]).toBe(
    'Expected `order_by` to be `-created`, got `"created"` (string).',
  );
});

test.each(["some-rows-fail", "all-rows-fail"])(
  "outputs that are inline contain the failed rows, so there is nothing else to download: %s",
  async (scenario) => {
    const requests = [chat("a"), chat("b"), chat("c")];
    for (const query of ["?inline=true", ""]) {
      await using sim = await startTestSimulator({ api: "mistral", scenario });
      const { body } = await call(sim, "POST", JOBS, { endpoint: CHAT, requests });
      const { status, output_file } = await ended(sim, body["id"], query);
      expect(status).toBe("SUCCESS");
      if (query === "" && output_file !== null) await content(sim, output_file);
      expect(idsIn(sim)).toEqual(query === "" ? ["failed-rows-unread"] : []);
    }
  },
);
