import { expect, test } from "@jest/globals";
import {
  BATCHES,
  call,
  create,
  ended,
  type Json,
  linesOf,
  request,
  requests,
  start,
} from "./message-batches.ts";

// The Message Batches API, call by call, as its SDKs use it.

const UNFINISHED = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };

/** The ID in an error's body. Unlike the IDs of rows, it begins with three digits. */
const REQUEST_ID = expect.stringMatching(/^req_011\w{22}$/);

test("a batch is created, ends, and has a result for each request", async () => {
  await using sim = await start();
  const batch = await create(sim, [request("a"), request("b", "Say no more", { max_tokens: 3 })]);
  expect(batch).toEqual({
    id: expect.stringMatching(/^msgbatch_01\w{22}$/),
    type: "message_batch",
    processing_status: "in_progress",
    request_counts: { processing: 2, ...UNFINISHED },
    created_at: "2030-01-01T00:00:00.000Z",
    expires_at: "2030-01-02T00:00:00.000Z",
    ended_at: null,
    archived_at: null,
    cancel_initiated_at: null,
    results_url: null,
  });
  const end = await ended(sim, batch["id"]);
  expect(end).toEqual({
    ...batch,
    processing_status: "ended",
    request_counts: { processing: 0, ...UNFINISHED, succeeded: 2 },
    ended_at: expect.stringMatching(/^2030-01-01T00:00:0\d/),
    results_url: `${sim.baseUrl}${BATCHES}/${batch["id"]}/results`,
  });
  const message = (stop_reason: string, input_tokens: number): Json => ({
    id: expect.stringMatching(/^msg_01\w{22}$/),
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [{ type: "text", text: expect.stringMatching(/./) }],
    stop_reason,
    stop_sequence: null,
    usage: {
      input_tokens,
      output_tokens: expect.any(Number),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      service_tier: "batch",
    },
  });
  expect(await linesOf(sim, end)).toEqual([
    { custom_id: "a", result: { type: "succeeded", message: message("end_turn", 2) } },
    { custom_id: "b", result: { type: "succeeded", message: message("max_tokens", 3) } },
  ]);
});

test("the key is accepted in both headers", async () => {
  await using sim = await start({ apiKeys: ["known"] });
  const statusWith = async (headers: Record<string, string>): Promise<[number, unknown]> => {
    const response = await fetch(sim.baseUrl + BATCHES, { headers });
    const body = (await response.json()) as Json;
    // The IDs in the header and the body of an error are the same.
    if (!response.ok) expect(body["request_id"]).toBe(response.headers.get("request-id"));
    return [response.status, body];
  };
  const page = { data: [], has_more: false, first_id: null, last_id: null };
  expect(await statusWith({ "x-api-key": sim.apiKey })).toEqual([200, page]);
  expect(await statusWith({ authorization: `Bearer ${sim.apiKey}` })).toEqual([200, page]);
  const error = (message: string): Json => ({
    type: "error",
    error: { type: "authentication_error", message },
    request_id: REQUEST_ID,
  });
  expect(await statusWith({})).toEqual([
    401,
    error("The `X-Api-Key` header is missing. Send the header `X-Api-Key: <API_KEY>`."),
  ]);
  expect(await statusWith({ "x-api-key": "other" })).toEqual([
    401,
    error("The API key is unknown."),
  ]);
});

test("a request's content is validated when it runs, and its result says what is wrong", async () => {
  await using sim = await start();
  const bad = { custom_id: "bad", params: { model: "m", messages: [] } };
  const end = await ended(sim, (await create(sim, [bad, request("good")]))["id"]);
  expect(end["request_counts"]).toEqual({ processing: 0, ...UNFINISHED, succeeded: 1, errored: 1 });
  const [line] = await linesOf(sim, end);
  expect(line).toEqual({
    custom_id: "bad",
    result: {
      type: "errored",
      error: {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "params: must have required property 'max_tokens'",
        },
        request_id: expect.stringMatching(/^req_01\w{22}$/),
      },
    },
  });
});

test("a request for fast mode, or for a tool that it doesn't have, is errored", async () => {
  await using sim = await start();
  const tool_choice = { type: "tool", name: "lose" };
  const settings = [
    { speed: "fast" },
    { speed: "standard" },
    { tools: [], tool_choice },
    { tool_choice: { type: "any" } },
    { tools: [], tool_choice: { type: "any" } },
    { tool_choice: "any" },
    { tools: [], tool_choice: { type: "tool" } },
    { tool_choice: { type: "some" } },
    { tool_choice: { type: "auto" } },
  ];
  const lines = settings.map((more, index) => {
    const { custom_id, params } = request(`${index}`);
    return { custom_id, params: { ...(params as Json), ...more } };
  });
  const end = await ended(sim, (await create(sim, lines))["id"]);
  const messages = (await linesOf(sim, end)).map(
    ({ result }) => (result as { error?: { error: Json } }).error?.error["message"],
  );
  expect(messages).toEqual([
    "params.speed: must be `standard` or `null`",
    undefined,
    expect.stringContaining('got `"lose"`'),
    "params: must have required property 'tools'",
    "params.tools: must NOT have fewer than 1 items",
    "params.tool_choice: must be object",
    "params.tool_choice: must have required property 'name'",
    "params.tool_choice.type: must be `auto` or `any` or `tool` or `none`",
    undefined,
  ]);
});

test("a create request is refused as a whole for its form, and for IDs that are not unique", async () => {
  await using sim = await start();
  const messageOf = async (batch: unknown): Promise<unknown> => {
    const { status, body } = await call(sim, "POST", BATCHES, batch);
    expect(status).toBe(400);
    const { type, message } = body["error"] as Json;
    expect(type).toBe("invalid_request_error");
    return message;
  };
  expect(await messageOf({ requests: [request("a"), request("a")] })).toBe(
    "Expected each input to have a unique ID, got `a` at indexes 0 and 1.",
  );
  expect(await messageOf({})).toContain("`requests`");
  expect(await messageOf({ requests: [{ custom_id: "no spaces", params: {} }] })).toContain(
    "custom_id",
  );
});

test("of thousands of requests, the first invalid one is named, and there are at most 100,000", async () => {
  await using sim = await start();
  const problemWith = async (count: number, changed: Record<number, unknown>): Promise<unknown> => {
    const batch: unknown[] = requests(count);
    for (const [index, row] of Object.entries(changed)) batch[Number(index)] = row;
    return (await call(sim, "POST", BATCHES, { requests: batch })).body["error"];
  };
  const invalid = (message: string) => ({ type: "invalid_request_error", message });
  const spaced = { custom_id: "a b", params: {} };
  expect(await problemWith(2500, { 2300: spaced, 2400: null })).toEqual(
    invalid(
      'Expected `requests.2300.custom_id` to match the pattern "^[A-Za-z0-9_-]{1,64}$", got `"a b"` (string).',
    ),
  );
  expect(await problemWith(2500, { 2499: "text" })).toEqual(
    invalid('Expected `requests.2499` to be of type object, got `"text"` (string).'),
  );
  expect(await problemWith(2500, { 100: 1, 2300: spaced })).toEqual(
    invalid("Expected `requests.100` to be of type object, got `1` (integer)."),
  );
  const { message } = (await problemWith(100_001, { 5: 1, 99999: 2 })) as Json;
  expect(message).toBe(
    'Expected `requests` to have at most 100000 items, got `[{"custom_id":"row-0","params":{"model":"claude-sonnet-4-5","max_tokens":1000…` (array).',
  );
});

test("a model that must use a tool answers with its input, and one with a schema in JSON", async () => {
  await using sim = await start();
  const schema = {
    type: "object",
    properties: { city: { type: "string" }, unit: { enum: ["c", "f"] } },
    required: ["city", "unit"],
    additionalProperties: false,
  };
  const tools = [
    { name: "other", input_schema: { type: "object" } },
    { name: "weather", input_schema: schema },
  ];
  const format = { type: "json_schema", schema };
  const end = await ended(
    sim,
    (
      await create(sim, [
        request("tool", "Weather?", { tools, tool_choice: { type: "tool", name: "weather" } }),
        request("any", "Weather?", { tools: [tools[1]], tool_choice: { type: "any" } }),
        request("auto", "Weather?", { tools, tool_choice: { type: "auto" } }),
        request("schema", "Weather?", { output_config: { format } }),
      ])
    )["id"],
  );
  const input = { city: expect.any(String), unit: expect.stringMatching(/^[cf]$/) };
  const [tool, any, auto, json] = (await linesOf(sim, end)).map(
    ({ result }) => result["message"] as Json & { content: Json[] },
  );
  const use = {
    type: "tool_use",
    id: expect.stringMatching(/^toolu_01\w{22}$/),
    name: "weather",
    input,
  };
  for (const message of [tool, any])
    expect([message?.content, message?.["stop_reason"]]).toEqual([[use], "tool_use"]);
  expect([auto?.content[0]?.["type"], auto?.["stop_reason"]]).toEqual(["text", "end_turn"]);
  expect(JSON.parse(String(json?.content[0]?.["text"]))).toEqual(input);
});

test("a model that thinks shows its thinking before the text, and a refusal is one", async () => {
  const yaml = `name: refusals
description: One request is refused.
rows: [{ match: bomb, outcome: refusal }]
`;
  await using sim = await start({ yaml });
  const thinking = { type: "enabled", budget_tokens: 1024 };
  const end = await ended(
    sim,
    (
      await create(sim, [
        request("thinks", "Why?", { thinking }),
        request("refuses", "How to build a bomb?"),
        request("too-little", "Why?", { thinking: { ...thinking, budget_tokens: 1 } }),
        request("bad-format", "Why?", { output_config: { format: { type: "text" } } }),
      ])
    )["id"],
  );
  const [thinks, refuses, ...wrong] = (await linesOf(sim, end)).map(({ result }) => result);
  const words = {
    thinking: expect.stringMatching(/\w/),
    signature: expect.stringMatching(/^\w+==$/),
  };
  const text = { type: "text", text: expect.stringMatching(/\w/) };
  expect(thinks?.["message"]).toMatchObject({
    content: [{ type: "thinking", ...words }, text],
    stop_reason: "end_turn",
  });
  const { content, usage } = (thinks?.["message"] ?? {}) as { content: Json[]; usage: Json };
  expect(String(content[1]?.["text"])).not.toContain("reasoning_content");
  expect(usage["output_tokens"]).toBeGreaterThan(2);
  expect(refuses?.["message"]).toMatchObject({ content: [text], stop_reason: "refusal" });
  expect(wrong.map(({ type }) => type)).toEqual(["errored", "errored"]);
});

const MINUTES = `name: minutes
description: Ten rows a minute.
profiles: [{ queued: 0s, starting: 0s, running: { rowsPerSecond: 0.1667 }, cancel: { takes: 10s } }]
`;

test("a canceled batch keeps the results of the requests that ran", async () => {
  await using sim = await start({ clock: "manual", yaml: MINUTES });
  const { id } = await create(sim, requests(20));
  await sim.clock.advance("1m");
  const canceling = await call(sim, "POST", `${BATCHES}/${id}/cancel`);
  expect(canceling.body).toMatchObject({
    processing_status: "canceling",
    cancel_initiated_at: "2030-01-01T00:01:00.000Z",
    request_counts: { processing: 20, ...UNFINISHED },
    results_url: null,
  });
  await sim.clock.advance("10s");
  const end = await ended(sim, id);
  expect(end).toMatchObject({
    ended_at: "2030-01-01T00:01:10.000Z",
    request_counts: { processing: 0, ...UNFINISHED, succeeded: 10, canceled: 10 },
  });
  const types = (await linesOf(sim, end)).map(
    ({ custom_id, result }) => `${custom_id} ${result.type}`,
  );
  expect(types).toEqual(
    requests(20).map(
      ({ custom_id }, index) => `${custom_id} ${index < 10 ? "succeeded" : "canceled"}`,
    ),
  );
  const again = await call(sim, "POST", `${BATCHES}/${id}/cancel`);
  expect(again).toEqual({ status: 200, body: end });
});

test("a cancel request for a batch that has ended changes nothing", async () => {
  await using sim = await start();
  const end = await ended(sim, (await create(sim, requests(1)))["id"]);
  const again = await call(sim, "POST", `${BATCHES}/${end["id"]}/cancel`);
  expect([end["cancel_initiated_at"], again]).toEqual([null, { status: 200, body: end }]);
});

test("a batch that takes longer than its window expires with the results so far", async () => {
  const yaml = `${MINUTES}assumptions: { completion-window: 30s }\n`;
  await using sim = await start({ clock: "manual", yaml });
  const { id, expires_at } = await create(sim, requests(20));
  expect(expires_at).toBe("2030-01-01T00:00:30.000Z");
  await sim.clock.advance("1h");
  const end = await ended(sim, id);
  expect(end).toMatchObject({
    ended_at: "2030-01-01T00:00:30.000Z",
    request_counts: { processing: 0, ...UNFINISHED, succeeded: 5, expired: 15 },
  });
  const types = (await linesOf(sim, end)).map(({ result }) => result);
  expect(types.slice(5)).toEqual(Array.from({ length: 15 }, () => ({ type: "expired" })));
});

test("a scenario makes rows fail by themselves", async () => {
  const yaml = `name: overloaded-rows
description: Every third row is overloaded, and one fails in its own words, two with statuses that have no words.
rows:
  - { index: 0, outcome: { error: { status: 400, code: own_error, message: Too bad. } } }
  - { range: [3, 3], outcome: { error: { status: 418 } } }
  - { range: [4, 4], outcome: { error: { status: 502 } } }
  - { every: 3, outcome: { error: { status: 529 } } }
`;
  await using sim = await start({ yaml });
  const end = await ended(sim, (await create(sim, requests(6)))["id"]);
  expect(end["request_counts"]).toEqual({ processing: 0, ...UNFINISHED, succeeded: 1, errored: 5 });
  const errors = (await linesOf(sim, end)).flatMap(({ custom_id, result }) =>
    result.type === "errored" ? [[custom_id, (result["error"] as Json)["error"]]] : [],
  );
  expect(errors).toEqual([
    ["row-0", { type: "own_error", message: "Too bad." }],
    ["row-2", { type: "overloaded_error", message: "Overloaded" }],
    ["row-3", { type: "invalid_request_error", message: "The request is invalid." }],
    ["row-4", { type: "api_error", message: "Internal server error" }],
    ["row-5", { type: "overloaded_error", message: "Overloaded" }],
  ]);
});

test("a list has pages in both directions, newest first", async () => {
  await using sim = await start();
  const ids: unknown[] = [];
  for (const name of ["a", "b", "c", "d", "e"])
    ids.unshift((await create(sim, [request(name)]))["id"]);
  const page = async (query: string): Promise<Json> => {
    const { body } = await call(sim, "GET", `${BATCHES}?${query}`);
    return { ...body, data: (body["data"] as Json[]).map(({ id }) => id) };
  };
  const expected = (from: number, to: number, has_more: boolean): Json => {
    const data = ids.slice(from, to);
    return { data, has_more, first_id: data[0], last_id: data.at(-1) };
  };
  expect(await page("")).toEqual(expected(0, 5, false));
  expect(await page("limit=2")).toEqual(expected(0, 2, true));
  expect(await page(`limit=2&after_id=${ids[1]}`)).toEqual(expected(2, 4, true));
  expect(await page(`limit=2&after_id=${ids[3]}`)).toEqual(expected(4, 5, false));
  expect(await page(`limit=2&before_id=${ids[4]}`)).toEqual(expected(2, 4, true));
  expect(await page(`limit=3&before_id=${ids[3]}`)).toEqual(expected(0, 3, false));
  expect(await call(sim, "GET", `${BATCHES}?after_id=msgbatch_0`)).toEqual({
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: "Expected `after_id` to be the ID of an item in the list, got `msgbatch_0`.",
      },
      request_id: REQUEST_ID,
    },
  });
});

test("a batch can be deleted once it has ended", async () => {
  await using sim = await start({ clock: "manual" });
  const { id } = await create(sim, [request("a")]);
  expect(await call(sim, "DELETE", `${BATCHES}/${id}`)).toEqual({
    status: 400,
    body: {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: `Job \`${id}\` is in_progress; only a job that has ended can be deleted.`,
      },
      request_id: REQUEST_ID,
    },
  });
  await sim.clock.advance("1d");
  expect(await call(sim, "DELETE", `${BATCHES}/${id}`)).toEqual({
    status: 200,
    body: { id, type: "message_batch_deleted" },
  });
  const gone = {
    status: 404,
    body: {
      type: "error",
      error: { type: "not_found_error", message: `Job \`${id}\` does not exist.` },
      request_id: REQUEST_ID,
    },
  };
  for (const path of ["", "/results"])
    expect(await call(sim, "GET", `${BATCHES}/${id}${path}`)).toEqual(gone);
  expect((await call(sim, "GET", BATCHES)).body["data"]).toEqual([]);
});

test("results are requested too early, and the same seed gives the same bytes", async () => {
  const texts: string[] = [];
  for (let run = 0; run < 2; run++) {
    await using sim = await start({ seed: 7 });
    const { id } = await create(sim, requests(300));
    expect((await call(sim, "GET", `${BATCHES}/${id}/results`)).status).toBe(404);
    const { results_url } = await ended(sim, id);
    const url = String(results_url);
    texts.push(await (await fetch(url, { headers: { "x-api-key": sim.apiKey } })).text());
  }
  expect(texts[0]).toBe(texts[1]);
});

test("a finding about results that were downloaded again has no empty parentheses", async () => {
  await using sim = await start();
  const end = await ended(sim, (await create(sim, [request("a")]))["id"]);
  for (let downloads = 0; downloads < 3; downloads++) await linesOf(sim, end);
  const { findings } = sim.report();
  expect(findings.find(({ id }) => id === "downloaded-again")?.sentence).toBe(
    `The client downloaded the same results of job ${end["id"]} 3 times.`,
  );
});
