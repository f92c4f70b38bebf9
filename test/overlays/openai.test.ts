import { expect, test } from "@jest/globals";
import {
  call,
  chatLine,
  createBatch,
  ended,
  type Json,
  jsonLines,
  linesOf,
  runBatch,
  startOpenAi,
  upload,
  uploaded,
} from "../support/openai-client.ts";
import { startTestSimulator } from "../support/simulator.ts";

// The Batch API, call by call, as its SDKs use it.

const HASH = "[0-9A-Za-z]{22}";

const NO_TIMES = {
  in_progress_at: null,
  finalizing_at: null,
  completed_at: null,
  failed_at: null,
  expired_at: null,
  cancelling_at: null,
  cancelled_at: null,
};

test("a batch is created from a file, ends, and writes an output file and an error file", async () => {
  await using sim = await startOpenAi();
  const fileId = await uploaded(sim, [chatLine("a"), chatLine("b", { messages: [] })]);
  const metadata = { customer: "c-1" };
  const { status, body: batch } = await createBatch(sim, fileId, undefined, { metadata });
  expect([status, batch]).toEqual([
    200,
    {
      id: expect.stringMatching(`^batch_${HASH}$`),
      object: "batch",
      endpoint: "/v1/chat/completions",
      model: null,
      errors: null,
      input_file_id: fileId,
      completion_window: "24h",
      status: "validating",
      output_file_id: null,
      error_file_id: null,
      created_at: 1_893_456_000,
      expires_at: 1_893_542_400,
      ...NO_TIMES,
      request_counts: { total: 2, completed: 0, failed: 0 },
      usage: null,
      metadata,
    },
  ]);
  const end = await ended(sim, String(batch["id"]));
  expect(end).toEqual({
    ...batch,
    model: "gpt-4o-mini",
    status: "completed",
    output_file_id: `file-output-${batch["id"]}`,
    error_file_id: `file-error-${batch["id"]}`,
    in_progress_at: expect.any(Number),
    finalizing_at: expect.any(Number),
    completed_at: expect.any(Number),
    request_counts: { total: 2, completed: 1, failed: 1 },
  });
  expect(await linesOf(sim, end["output_file_id"])).toEqual({
    a: {
      id: expect.stringMatching(`^batch_req_${HASH}$`),
      custom_id: "a",
      response: {
        status_code: 200,
        request_id: expect.stringMatching(`^req_${HASH}$`),
        body: {
          id: expect.stringMatching(`^chatcmpl-${HASH}$`),
          object: "chat.completion",
          created: end["completed_at"],
          model: "gpt-4o-mini",
          choices: [
            {
              index: 0,
              message: {
                role: "assistant",
                content: expect.stringMatching(/./),
                refusal: null,
                annotations: [],
              },
              logprobs: null,
              finish_reason: "stop",
            },
          ],
          usage: {
            prompt_tokens: 2,
            completion_tokens: expect.any(Number),
            total_tokens: expect.any(Number),
            prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
            completion_tokens_details: {
              reasoning_tokens: 0,
              audio_tokens: 0,
              accepted_prediction_tokens: 0,
              rejected_prediction_tokens: 0,
            },
          },
          service_tier: "default",
          system_fingerprint: null,
        },
      },
      error: null,
    },
  });
  expect(await linesOf(sim, end["error_file_id"])).toEqual({
    b: {
      id: expect.stringMatching(`^batch_req_${HASH}$`),
      custom_id: "b",
      response: {
        status_code: 400,
        request_id: expect.stringMatching(`^req_${HASH}$`),
        body: {
          error: {
            message: "body.messages: must NOT have fewer than 1 items",
            type: "invalid_request_error",
            param: null,
            code: "invalid_value",
          },
        },
      },
      error: null,
    },
  });
});

function bodyOf(line: Json | undefined): Json {
  return ((line?.["response"] ?? {}) as Json)["body"] as Json;
}

const PERSON = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};

test("chat completions have tool calls, structured outputs, and limits", async () => {
  await using sim = await startOpenAi();
  const tools = [{ type: "function", function: { name: "find", parameters: PERSON } }];
  const chosen = { type: "function", function: { name: "find" } };
  const format = { type: "json_schema", json_schema: { name: "person", schema: PERSON } };
  const batch = await runBatch(sim, [
    chatLine("chosen", { tools, tool_choice: chosen }),
    chatLine("required", { tools, tool_choice: "required" }),
    chatLine("structured", { response_format: format }),
    chatLine("cut", { max_completion_tokens: 2 }),
  ]);
  const lines = await linesOf(sim, batch["output_file_id"]);
  const choice = (id: string): Json => (bodyOf(lines[id])["choices"] as Json[])[0] as Json;
  for (const id of ["chosen", "required"]) {
    expect(choice(id)).toEqual({
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: expect.stringMatching(`^call_${HASH}$`),
            type: "function",
            function: { name: "find", arguments: expect.stringMatching(/^\{"name":".*"\}$/) },
          },
        ],
        refusal: null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: "tool_calls",
    });
  }
  const { content } = choice("structured")["message"] as { content: string };
  expect(JSON.parse(content)).toEqual({ name: expect.any(String) });
  expect(choice("cut")["finish_reason"]).toBe("length");
});

test("a model that must use a tool uses the first function, and writes text if there is none", async () => {
  await using sim = await startOpenAi();
  const url = "/v1/responses";
  const line = (id: string, tools: readonly Json[]): Json => ({
    ...chatLine(id),
    url,
    body: { model: "gpt-5", input: "Hello", tool_choice: "required", tools },
  });
  const search = { type: "web_search" };
  const find = { type: "function", name: "find", parameters: PERSON };
  const batch = await runBatch(sim, [line("one", [search, find]), line("none", [search])], url);
  const lines = await linesOf(sim, batch["output_file_id"]);
  const output = (id: string): unknown => (bodyOf(lines[id])["output"] as Json[])[0];
  expect(output("one")).toMatchObject({ type: "function_call", name: "find" });
  expect(output("none")).toMatchObject({ type: "message", status: "completed" });
});

test("in JSON mode, the model writes an object", async () => {
  await using sim = await startOpenAi();
  const mode = { type: "json_object" };
  const chat = await runBatch(sim, [chatLine("a", { response_format: mode })]);
  const { a } = await linesOf(sim, chat["output_file_id"]);
  const [choice] = bodyOf(a)["choices"] as { message: { content: string } }[];
  const url = "/v1/responses";
  const body = { model: "gpt-5", input: "Hello", text: { format: mode } };
  const batch = await runBatch(sim, [{ ...chatLine("b"), url, body }], url);
  const { b } = await linesOf(sim, batch["output_file_id"]);
  const [message] = bodyOf(b)["output"] as { content: { text: string }[] }[];
  const objects = [choice?.message.content, message?.content[0]?.text].map((text) =>
    JSON.parse(String(text)),
  );
  expect(objects).toEqual([{ answer: expect.any(String) }, { answer: expect.any(String) }]);
});

test("a request with an unknown format, no schema, an unknown tool, or no dimensions fails", async () => {
  await using sim = await startOpenAi();
  const messagesOf = async (bodies: Json, url?: string): Promise<Json> => {
    const lines = Object.entries(bodies).map(([id, body]) => ({
      ...chatLine(id, body as Json),
      ...(url !== undefined && { url, body: { model: "m", input: "Hello", ...(body as Json) } }),
    }));
    const batch = await runBatch(sim, lines, url);
    const errors = Object.entries(await linesOf(sim, batch["error_file_id"]));
    return Object.fromEntries(
      errors.map(([id, line]) => [id, (bodyOf(line)["error"] as Json)["message"]]),
    );
  };
  const named = (name: string): Json => ({ type: "function", function: { name } });
  const formats = { json_schema: { name: "x", schema: PERSON } };
  expect(
    await messagesOf({
      unknown: { response_format: { type: "bogus" } },
      bare: { response_format: { type: "json_schema" } },
      schemaless: { response_format: { type: "json_schema", json_schema: { name: "x" } } },
      good: { response_format: { type: "json_schema", ...formats } },
      none: { response_format: null },
      tool: { tools: [named("find")], tool_choice: named("lose") },
      toolless: { tool_choice: named("lose") },
      custom: { tools: [{ type: "mcp", server_label: "x" }], tool_choice: named("its") },
      must: { tool_choice: "required" },
      empty: { tools: [], tool_choice: "required" },
      word: { tools: [named("find")], tool_choice: "any" },
      nothing: { stream: null, tool_choice: null },
      free: { tool_choice: "none" },
    }),
  ).toEqual({
    unknown: "body.response_format.type: must be `text` or `json_object` or `json_schema`",
    bare: "body.response_format: must have required property 'json_schema'",
    tool: 'Expected the chosen tool to be one of the request\'s tools, got `"lose"`. Add that tool, or choose another.',
    toolless: expect.stringContaining('got `"lose"`'),
    must: "body: must have required property 'tools'",
    empty: "body.tools: must NOT have fewer than 1 items",
    word: "body.tool_choice: must be `none` or `auto` or `required`",
  });
  const text = { format: { type: "json_schema", name: "x" } };
  expect(await messagesOf({ schemaless: { text }, plain: { text: {} } }, "/v1/responses")).toEqual({
    schemaless: "body.text.format: must have required property 'schema'",
  });
  const dimensions = { zero: { dimensions: 0 }, negative: { dimensions: -1 } };
  const format = { null: { encoding_format: null } };
  expect(await messagesOf({ ...dimensions, ...format }, "/v1/embeddings")).toEqual({
    zero: "body.dimensions: must be >= 1",
    negative: "body.dimensions: must be >= 1",
  });
});

test("the model refuses where a scenario says so", async () => {
  await using sim = await startOpenAi({
    yaml: "name: refuses\nrows:\n  - { every: 1, outcome: refusal }\n",
  });
  const batch = await runBatch(sim, [chatLine("a")]);
  const { a } = await linesOf(sim, batch["output_file_id"]);
  expect((bodyOf(a)["choices"] as Json[])[0]).toEqual({
    index: 0,
    message: {
      role: "assistant",
      content: null,
      refusal: expect.stringMatching(/./),
      annotations: [],
    },
    logprobs: null,
    finish_reason: "stop",
  });
});

test("responses have their own shape", async () => {
  await using sim = await startOpenAi();
  const url = "/v1/responses";
  const line = (id: string, body: Json): Json => ({
    ...chatLine(id),
    url,
    body: { model: "gpt-5", instructions: "Be brief.", input: "Hello", ...body },
  });
  const tools = [{ type: "function", name: "find", parameters: PERSON }];
  const batch = await runBatch(
    sim,
    [
      line("text", {}),
      line("cut", { max_output_tokens: 2 }),
      line("tool", { tools, tool_choice: { type: "function", name: "find" } }),
      line("allowed", {
        tools: [{ type: "function", name: "other" }, ...tools],
        tool_choice: {
          type: "allowed_tools",
          mode: "required",
          tools: [{ type: "function", name: "find" }],
        },
      }),
    ],
    url,
  );
  const lines = await linesOf(sim, batch["output_file_id"]);
  const text = expect.stringMatching(/./);
  const message = (status: string): Json => ({
    type: "message",
    id: expect.stringMatching(`^msg_${HASH}$`),
    status,
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  });
  const response = (
    status: string,
    output: Json,
    incomplete_details: Json | null = null,
  ): Json => ({
    id: expect.stringMatching(`^resp_${HASH}$`),
    object: "response",
    created_at: batch["completed_at"],
    status,
    background: false,
    error: null,
    incomplete_details,
    instructions: null,
    max_output_tokens: null,
    model: "gpt-5",
    output: [output],
    parallel_tool_calls: true,
    previous_response_id: null,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    truncation: "disabled",
    usage: {
      input_tokens: expect.any(Number),
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: expect.any(Number),
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: expect.any(Number),
    },
    metadata: {},
  });
  expect(bodyOf(lines["text"])).toEqual(response("completed", message("completed")));
  expect(bodyOf(lines["cut"])).toEqual(
    response("incomplete", message("incomplete"), { reason: "max_output_tokens" }),
  );
  expect(bodyOf(lines["tool"])).toEqual(
    response("completed", {
      type: "function_call",
      id: expect.stringMatching(`^fc_${HASH}$`),
      call_id: expect.stringMatching(`^call_${HASH}$`),
      name: "find",
      arguments: expect.stringMatching(/^\{"name":".*"\}$/),
      status: "completed",
    }),
  );
});

test("embeddings are unit vectors, the same for the same input", async () => {
  await using sim = await startOpenAi();
  const url = "/v1/embeddings";
  const line = (id: string, body: Json): Json => ({
    ...chatLine(id),
    url,
    body: { model: "text-embedding-3-small", input: "Hello", ...body },
  });
  const batch = await runBatch(
    sim,
    [line("a", {}), line("b", {}), line("c", { dimensions: 8 })],
    url,
  );
  const lines = await linesOf(sim, batch["output_file_id"]);
  const vector = (id: string): number[] =>
    (bodyOf(lines[id]) as { data: { embedding: number[] }[] }).data[0]?.embedding ?? [];
  expect(bodyOf(lines["c"])).toEqual({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: vector("c") }],
    model: "text-embedding-3-small",
    usage: { prompt_tokens: 2, total_tokens: 2 },
  });
  expect([vector("a").length, vector("c").length]).toEqual([1536, 8]);
  expect(vector("a")).toEqual(vector("b"));
  expect(Math.hypot(...vector("a"))).toBeCloseTo(1, 5);
});

test("a line with several inputs has an embedding for each, and Base64 has 32-bit floats", async () => {
  await using sim = await startOpenAi();
  const url = "/v1/embeddings";
  const line = (id: string, input: unknown, more: Json = {}): Json => ({
    ...chatLine(id),
    url,
    body: { model: "text-embedding-3-small", input, dimensions: 8, ...more },
  });
  const base64 = { encoding_format: "base64" };
  const batch = await runBatch(
    sim,
    [
      line("one", "Hello"),
      line("texts", ["Good bye", "Hello", "Hello"]),
      line("tokens", [9906, 11, 1917]),
      line("lists", [[9906], [11, 1917]]),
      line("base64", "Hello", base64),
      line("both", ["Good bye", "Hello"], { ...base64, encoding_format: "base64" }),
      line("none", []),
    ],
    url,
  );
  const lines = await linesOf(sim, batch["output_file_id"]);
  type Embedding = { object: string; index: number; embedding: number[] };
  const data = (id: string): Embedding[] => bodyOf(lines[id])["data"] as Embedding[];
  const counts = Object.keys(lines).map((id) => [id, data(id).length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...{ one: 1, texts: 3, tokens: 1, lists: 2, base64: 1, both: 2 },
  });
  const [hello] = data("one");
  expect(data("texts").map(({ object, index }) => [object, index])).toEqual(
    [0, 1, 2].map((index) => ["embedding", index]),
  );
  const [bye, second, third] = data("texts").map(({ embedding }) => embedding);
  expect([second, third]).toEqual([hello?.embedding, hello?.embedding]);
  expect(bye).not.toEqual(second);
  expect(Math.hypot(...(bye ?? []))).toBeCloseTo(1, 5);
  const floats = (id: string): number[][] =>
    data(id).map(({ embedding }) => {
      const bytes = Buffer.from(String(embedding), "base64");
      return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
    });
  const asFloats = (vector: readonly number[] = []): number[] => [...new Float32Array(vector)];
  expect(floats("base64")).toEqual([asFloats(hello?.embedding)]);
  expect(floats("both")).toEqual([asFloats(bye), asFloats(second)]);
  expect(Object.keys(await linesOf(sim, batch["error_file_id"]))).toEqual(["none"]);
});

test("a row rule that writes text replaces the embedding", async () => {
  const outcomes = ["empty", "{ text: no vector }", "{ text: '[0.5]' }", "refusal"];
  const rules = outcomes.map((outcome, index) => `  - { index: ${index}, outcome: ${outcome} }\n`);
  await using sim = await startOpenAi({ yaml: `rows:\n${rules.join("")}` });
  const url = "/v1/embeddings";
  const bodies = [{}, { input: ["a", "b"] }, {}, { encoding_format: "base64" }];
  const lines = bodies.map((more, index) => ({
    ...chatLine(`${index}`),
    url,
    body: { model: "text-embedding-3-small", input: "Hello", ...more },
  }));
  const batch = await runBatch(sim, lines, url);
  const written = await linesOf(sim, batch["output_file_id"]);
  const item = (embedding: unknown): object => ({ object: "embedding", index: 0, embedding });
  expect(lines.map((_, index) => bodyOf(written[`${index}`])["data"])).toEqual([
    [item("")],
    [item("no vector")],
    [item([0.5])],
    [item(expect.stringMatching(/ /))],
  ]);
});

test("completions have their own shape", async () => {
  await using sim = await startOpenAi();
  const url = "/v1/completions";
  const body = { model: "gpt-3.5-turbo-instruct", prompt: "Once upon a time" };
  const batch = await runBatch(sim, [{ ...chatLine("a"), url, body }], url);
  const { a } = await linesOf(sim, batch["output_file_id"]);
  expect(bodyOf(a)).toEqual({
    id: expect.stringMatching(`^cmpl-${HASH}$`),
    object: "text_completion",
    created: batch["completed_at"],
    model: "gpt-3.5-turbo-instruct",
    choices: [
      { text: expect.stringMatching(/./), index: 0, logprobs: null, finish_reason: "stop" },
    ],
    usage: {
      prompt_tokens: 4,
      completion_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    },
  });
});

test("an invalid request's error says what is wrong, and which values are allowed", async () => {
  await using sim = await startOpenAi();
  const problem = async (url: string, body: Json): Promise<unknown> => {
    const lines = [{ ...chatLine("a"), url, body: { model: "gpt-4o-mini", ...body } }];
    const { a } = await linesOf(sim, (await runBatch(sim, lines, url))["error_file_id"]);
    return (bodyOf(a) as { error: Json }).error["message"];
  };
  const input = "Hello";
  expect(await problem("/v1/embeddings", {})).toBe("body: must have required property 'input'");
  expect(await problem("/v1/embeddings", { input: "" })).toMatch(
    /^body\.input: must NOT have fewer/,
  );
  for (const encoding_format of ["int8", 8])
    expect(await problem("/v1/embeddings", { input, encoding_format })).toBe(
      "body.encoding_format: must be `float` or `base64` or `null`",
    );
  expect(await problem("/v1/completions", {})).toBe("body: must have required property 'prompt'");
  for (const stream of [true, "true"])
    expect(await problem("/v1/responses", { input, stream })).toBe(
      "body.stream: must be `false` or `null`",
    );
});

test("other endpoints are rejected by name", async () => {
  await using sim = await startOpenAi();
  const fileId = await uploaded(sim, [chatLine("a")]);
  const { status, body } = await createBatch(sim, fileId, "/v1/moderations");
  expect([status, body]).toEqual([
    400,
    {
      error: {
        message: expect.stringMatching(/`endpoint`.*\/v1\/moderations/),
        type: "invalid_request_error",
        param: "endpoint",
        code: null,
      },
    },
  ]);
});

test("a file with bad lines makes the batch fail, with a code and a line for each problem", async () => {
  await using sim = await startOpenAi();
  const lines = [
    JSON.stringify(chatLine("a")),
    "",
    '{"custom_id": "b",',
    JSON.stringify(chatLine("a")),
    JSON.stringify(chatLine("c", { model: "gpt-4o" })),
    JSON.stringify({ ...chatLine("d"), url: "/v1/embeddings" }),
    JSON.stringify({ custom_id: "e", url: "/v1/chat/completions", body: { model: "gpt-4o-mini" } }),
  ];
  const { body: file } = await upload(sim, lines.join("\n"));
  const { status, body } = await createBatch(sim, String(file["id"]));
  expect([status, body["status"], body["errors"]]).toEqual([200, "validating", null]);
  const batch = await ended(sim, String(body["id"]));
  expect(batch).toEqual({
    ...body,
    status: "failed",
    failed_at: expect.any(Number),
    errors: {
      object: "list",
      data: [
        {
          code: "invalid_json_line",
          message: "This line is not parseable as valid JSON.",
          line: 3,
          param: null,
        },
        {
          code: "duplicate_custom_id",
          message: "The custom_id for this request is a duplicate of another request: a.",
          line: 4,
          param: "custom_id",
        },
        {
          code: "missing_required_parameter",
          message: "The line is invalid: must have required property 'method'.",
          line: 7,
          param: null,
        },
        {
          code: "model_mismatch",
          message: `This request's model, "gpt-4o", differs from the first request's model.`,
          line: 5,
          param: "body.model",
        },
        {
          code: "url_mismatch",
          message: `This request's URL, "/v1/embeddings", is not the batch's endpoint.`,
          line: 6,
          param: "url",
        },
      ],
    },
  });
});

test("a file with lines that are nested too deeply makes the batch fail", async () => {
  await using sim = await startOpenAi();
  // The line and its body are the first two levels.
  const nested = (levels: number): string =>
    jsonLines([chatLine("a", { x: 0 })]).replace("0", "[".repeat(levels) + "]".repeat(levels));
  for (const levels of [999, 5000, 100_000]) {
    const { status, body: file } = await upload(sim, nested(levels));
    expect(status).toBe(200);
    const { body } = await createBatch(sim, String(file["id"]));
    expect((await ended(sim, String(body["id"])))["errors"]).toMatchObject({
      data: [{ message: "The line is invalid: it is nested more than 1000 levels deep.", line: 1 }],
    });
  }
  const { body: file } = await upload(sim, nested(998));
  const { body } = await createBatch(sim, String(file["id"]));
  expect((await ended(sim, String(body["id"])))["status"]).toBe("completed");
});

test("a line that isn't valid UTF-8 isn't valid JSON; a replacement character is", async () => {
  await using sim = await startOpenAi();
  const lines = ["\ufffd", "b"].map((id) => jsonLines([chatLine(id)]));
  const valid = lines.join("");
  for (const [content, errors] of [
    [Buffer.from(valid), null],
    [
      // As Latin-1, é is a byte that UTF-8 can't have there.
      Buffer.from(valid.replace("\ufffd", "é"), "latin1"),
      { data: [{ code: "invalid_json_line", line: 1 }] },
    ],
  ] as const) {
    const { body: file } = await upload(sim, content);
    const { body } = await createBatch(sim, String(file["id"]));
    expect(await ended(sim, String(body["id"]))).toMatchObject({ errors });
  }
});

test("an empty file makes the batch fail", async () => {
  await using sim = await startOpenAi();
  const { body: file } = await upload(sim, "\n\n");
  const { body } = await createBatch(sim, String(file["id"]));
  expect(await ended(sim, String(body["id"]))).toMatchObject({
    status: "failed",
    errors: {
      object: "list",
      data: [{ code: "empty_file", message: "The input file is empty.", line: null, param: null }],
    },
    request_counts: { total: 0, completed: 0, failed: 0 },
  });
});

test("a batch is not created from a file that doesn't exist, or has another purpose", async () => {
  await using sim = await startOpenAi();
  const { body: file } = await upload(sim, jsonLines([chatLine("a")]), { purpose: "user_data" });
  const refusal = (message: string, param: string | null): unknown => [
    400,
    { error: { message, type: "invalid_request_error", param, code: null } },
  ];
  const answer = async (id: string): Promise<unknown> => {
    const { status, body } = await createBatch(sim, id);
    return [status, body];
  };
  expect(await answer(String(file["id"]))).toEqual(
    refusal(
      `Expected the purpose of file \`${file["id"]}\` to be \`batch\`, got \`user_data\`.`,
      "input_file_id",
    ),
  );
  const unknown = (id: unknown): string =>
    `Expected the ID of an uploaded file that exists, got \`${id}\`.`;
  expect(await answer("file-0")).toEqual(refusal(unknown("file-0"), "input_file_id"));
  expect((await call(sim, "GET", "/batches")).body["data"]).toEqual([]);
  const { output_file_id } = await runBatch(sim, [chatLine("a")]);
  expect(await answer(String(output_file_id))).toEqual(
    refusal(unknown(output_file_id), "input_file_id"),
  );
});

test("a canceled batch lists the rows that didn't run in its error file", async () => {
  await using sim = await startOpenAi({ clock: "manual", scenario: "slow-job" });
  const lines = Array.from({ length: 100 }, (_, index) => chatLine(`row-${index}`));
  const { body } = await createBatch(sim, await uploaded(sim, lines));
  const path = `/batches/${body["id"]}`;
  const { status, body: cancelling } = await call(sim, "POST", `${path}/cancel`);
  expect([status, cancelling]).toEqual([
    200,
    { ...body, status: "cancelling", cancelling_at: expect.any(Number) },
  ]);
  await sim.clock.advance("1d");
  const batch = (await call(sim, "GET", path)).body;
  expect(batch).toEqual({
    ...cancelling,
    status: "cancelled",
    cancelled_at: expect.any(Number),
    error_file_id: `file-error-${body["id"]}`,
  });
  const errors = await linesOf(sim, batch["error_file_id"]);
  expect(Object.keys(errors)).toHaveLength(100);
  expect(errors["row-0"]).toEqual({
    id: expect.stringMatching(`^batch_req_${HASH}$`),
    custom_id: "row-0",
    response: null,
    error: {
      code: "batch_cancelled",
      message: "This request was cancelled before it could be executed.",
    },
  });
});

test("a cancel request for a batch that has ended changes nothing", async () => {
  await using sim = await startOpenAi();
  const end = await runBatch(sim, [chatLine("a")]);
  const again = await call(sim, "POST", `/batches/${end["id"]}/cancel`);
  expect([end["cancelling_at"], again]).toEqual([null, { status: 200, body: end }]);
});

test("an expired batch has the rows that ran in its output file", async () => {
  await using sim = await startOpenAi({
    clock: "manual",
    yaml: "name: too-slow\nprofiles:\n  - running: 48h\n",
  });
  const lines = Array.from({ length: 10 }, (_, index) => chatLine(`row-${index}`));
  const { body } = await createBatch(sim, await uploaded(sim, lines));
  await sim.clock.advance("25h");
  const batch = (await call(sim, "GET", `/batches/${body["id"]}`)).body;
  const { completed } = batch["request_counts"] as { completed: number };
  expect(batch).toEqual({
    ...body,
    model: "gpt-4o-mini",
    status: "expired",
    in_progress_at: expect.any(Number),
    expired_at: body["expires_at"],
    output_file_id: `file-output-${body["id"]}`,
    error_file_id: `file-error-${body["id"]}`,
    request_counts: { total: 10, completed, failed: 0 },
  });
  const [output, errors] = [
    await linesOf(sim, batch["output_file_id"]),
    await linesOf(sim, batch["error_file_id"]),
  ];
  expect([Object.keys(output).length, Object.keys(errors).length]).toEqual([
    completed,
    10 - completed,
  ]);
  expect(Object.values(errors)[0]?.["error"]).toEqual({
    code: "batch_expired",
    message: "This request could not be executed before the completion window expired.",
  });
});

test.each(["openai", "groq"] as const)(
  "%s counts requests that did not run as failed if a scenario says so",
  async (api) => {
    await using sim = await startTestSimulator({
      api,
      yaml: `name: counted
assumptions: { unfinished-counts: failed }
profiles: [{ running: 30s, outcome: { expired: { at: 50%, after: 1m } } }]
rows: [{ index: 0, outcome: { error: { status: 500 } } }]
`,
    });
    const lines = Array.from({ length: 10 }, (_, index) => chatLine(`row-${index}`));
    const { status, request_counts } = await runBatch(sim, lines);
    expect([status, request_counts]).toEqual(["expired", { total: 10, completed: 4, failed: 6 }]);
  },
);

test("assumptions choose what a canceled batch keeps, usage, and an empty error file", async () => {
  await using sim = await startOpenAi({
    yaml: [
      "name: assumed",
      "assumptions: { usage: counted, empty-error-file: empty, unfinished-results: kept }",
    ].join("\n"),
  });
  const batch = await runBatch(sim, [chatLine("a")]);
  const { a } = await linesOf(sim, batch["output_file_id"]);
  const { completion_tokens } = bodyOf(a)["usage"] as { completion_tokens: number };
  expect(batch).toMatchObject({
    error_file_id: "",
    usage: {
      input_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 2 + completion_tokens,
    },
  });
  const page = await call(sim, "GET", "/batches");
  expect(page.body).toEqual({
    object: "list",
    data: [batch],
    has_more: false,
    first_id: batch["id"],
    last_id: batch["id"],
  });
});

test("batches are listed in pages, newest first", async () => {
  await using sim = await startOpenAi();
  const ids: unknown[] = [];
  for (const name of ["x", "y", "z"]) {
    const { body } = await createBatch(sim, await uploaded(sim, [chatLine(name)]));
    ids.unshift(body["id"]);
  }
  const page = async (query: string): Promise<unknown> => {
    const { body } = await call(sim, "GET", `/batches?limit=2${query}`);
    return { ...body, data: (body["data"] as Json[]).map(({ id }) => id) };
  };
  expect(await page("")).toEqual({
    object: "list",
    data: ids.slice(0, 2),
    has_more: true,
    first_id: ids[0],
    last_id: ids[1],
  });
  expect(await page(`&after=${ids[1]}`)).toEqual({
    object: "list",
    data: ids.slice(2),
    has_more: false,
    first_id: ids[2],
    last_id: ids[2],
  });
});

test("errors have the service's shape", async () => {
  await using sim = await startOpenAi({ apiKeys: ["known"] });
  const error = (message: string, code: string | null = null): Json => ({
    error: { message, type: "invalid_request_error", param: null, code },
  });
  const missing = await fetch(`${sim.baseUrl}/batches`);
  expect([missing.status, await missing.json()]).toEqual([
    401,
    error(
      "The `Authorization` header is missing. Send the header `Authorization: Bearer <API_KEY>`.",
      "invalid_api_key",
    ),
  ]);
  const wrong = await fetch(`${sim.baseUrl}/batches`, {
    headers: { authorization: "Bearer other" },
  });
  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    error("The API key is unknown.", "invalid_api_key"),
  ]);
  expect(await call(sim, "GET", "/batches/batch_0")).toEqual({
    status: 404,
    body: error("Job `batch_0` does not exist."),
  });
  for (const path of ["/files", "/batches", "/webhook_endpoints"])
    expect(await call(sim, "GET", `${path}?after=none`)).toEqual({
      status: 400,
      body: { error: expect.objectContaining({ param: "after" }) },
    });
  const deep = { output_expires_after: { anchor: "created_at", seconds: 1 } };
  const { body: nested } = await createBatch(sim, "file-0", undefined, deep);
  expect((nested["error"] as Json)["param"]).toBe("output_expires_after.seconds");
  const metadata = { ["k".repeat(65)]: "" };
  const { body } = await createBatch(sim, "file-0", undefined, { metadata });
  expect((body["error"] as Json)["message"]).toBe(
    `Expected the keys of \`metadata\` to have at most 64 characters, got \`${JSON.stringify(metadata)}\` (object).`,
  );
});

test("the output file belongs to its batch: a client that downloads it has no findings, and one that doesn't has one", async () => {
  await using sim = await startOpenAi();
  const end = await ended(sim, await batchOf(sim));
  expect(sim.report().findings.map(({ id }) => id)).toContain("never-downloaded");
  await linesOf(sim, end["output_file_id"]);
  const { findings } = sim.report();
  expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  const [download] = (await sim.control.journal.find({ operation: "getFileContent" })).slice(-1);
  expect(download?.jobId).toBe(end["id"]);
});

async function batchOf(sim: Awaited<ReturnType<typeof startOpenAi>>): Promise<string> {
  const { body } = await createBatch(sim, await uploaded(sim, [chatLine("a")]));
  return String(body["id"]);
}

test("a snapshot has the rows that fail, and the problems with a file", async () => {
  await using sim = await startOpenAi();
  await runBatch(sim, [chatLine("a"), chatLine("b", { messages: [] })]);
  await runBatch(sim, [chatLine("same"), chatLine("same")]);
  const { jobs } = await sim.control.snapshot();
  const outcomes = jobs.map(({ facts }) => facts.find((fact) => fact.type === "inputs")?.outcome);
  const problem = { code: "duplicate_custom_id", message: expect.any(String), line: 2 };
  expect(outcomes).toEqual([
    expect.objectContaining({ kind: "ready", numRows: 2, failedRows: [1] }),
    {
      kind: "refused",
      reason: expect.any(String),
      numRows: 2,
      problems: [{ ...problem, param: "custom_id" }],
    },
  ]);
});
