import { expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { remoteVerbs } from "../../src/client/connect.ts";
import { CONTROL_VERBS, type VerbName } from "../../src/control/control-verbs.ts";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { connect, startSimulator } from "../../src/index.ts";
import { asObject } from "../../src/spec/document-place.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { rejection } from "./reaches.ts";

type Answer = { readonly status: number; readonly body: JsonObject; readonly type: string | null };

async function ask(sim: TestSimulator, line: string, init: RequestInit = {}): Promise<Answer> {
  const [method = "", path = ""] = line.split(" ");
  const headers = { authorization: `Key ${sim.apiKey}`, ...init.headers };
  const response = await fetch(`${sim.controlUrl}${path}`, { ...init, method, headers });
  const text = await response.text();
  const body = text === "" ? {} : (JSON.parse(text) as JsonObject);
  return { status: response.status, body, type: response.headers.get("content-type") };
}

test("errors are problem+json with a code, and never look like the service's", async () => {
  await using sim = await startTestSimulator();
  expect(await ask(sim, "POST /clock/advance", { body: '{"by":"5 minutes","too":1}' })).toEqual({
    status: 400,
    type: "application/problem+json",
    body: {
      type: "about:blank",
      title:
        "batch-sim could not complete the request; this is not a response from the simulated service.",
      status: 400,
      detail: expect.stringContaining("`by`: Expected milliseconds or a duration"),
      code: "SIM_ARGUMENT",
      issues: [
        { path: "by", message: expect.any(String) },
        { path: "too", message: "`too`: Unknown key `too`. Did you mean `to`?" },
      ],
    },
  });
  const codes = async (line: string, init?: RequestInit) => {
    const { status, body } = await ask(sim, line, init);
    return [status, body["code"], body["detail"]];
  };
  expect(await codes("GET /clok")).toEqual([
    404,
    "SIM_CONTROL_ROUTE",
    "Failed to find a route for GET `/_sim/clok`. Did you mean GET /_sim/clock? /_sim/openapi.json lists all routes.",
  ]);
  expect(await codes("PATCH /faults")).toEqual([
    405,
    "SIM_CONTROL_METHOD",
    "Failed to find a route for PATCH `/_sim/faults`. Use GET or POST.",
  ]);
  const wrongMethod = await fetch(`${sim.controlUrl}/faults`, { method: "PATCH" });
  expect(wrongMethod.headers.get("allow")).toBe("GET, POST");
  expect((await codes("GET /jobs/job-1"))[0]).toBe(404);
  expect((await codes("POST /clock/advance", { body: "{" }))[1]).toBe("SIM_ARGUMENT");
  expect((await codes("POST /clock/advance", { body: "[]" }))[2]).toBe(
    "Expected the body to be a JSON object, got another value.",
  );
  expect(await codes("GET /clock", { headers: { authorization: "Bearer x" } })).toEqual([
    401,
    "SIM_CONTROL_KEY",
    "Failed to identify the sandbox: The `Authorization` header has the scheme `Bearer` instead of `Key`. Send the header `Authorization: Key <API_KEY>`. The key selects the sandbox.",
  ]);
});

test("a file needs a body: an empty one is told from none by its type", async () => {
  await using sim = await startTestSimulator();
  const put = async (init: RequestInit): Promise<unknown> => {
    const { status, body } = await ask(sim, "PUT /files/empty.csv", init);
    return [status, body["byteLength"] ?? body["detail"]];
  };
  expect(await put({})).toEqual([
    400,
    "Expected the request to have a body, got none. To upload an empty file, send a `content-type`.",
  ]);
  expect(await put({ body: "", headers: { "content-type": "text/csv" } })).toEqual([200, 0]);
  const control = connect(sim.controlUrl ?? "", { apiKey: sim.apiKey });
  expect(await control.files.put("empty.csv", "")).toMatchObject({ byteLength: 0 });
});

test("the document describes durations, clocks, and fault rules as they are checked", async () => {
  await using sim = await startTestSimulator();
  const { body: document } = await ask(sim, "GET /openapi.json");
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "doc:" });
  const accepts = (path: string, value: unknown): boolean => {
    const pointer = `/paths/${`/_sim${path}`.replaceAll("/", "~1")}/post/requestBody/content/application~1json/schema`;
    return ajv.validate({ $ref: `doc:#${pointer}` }, value);
  };
  for (const by of ["1h30m", "0", 5, 0.5]) expect(accepts("/clock/advance", { by })).toBe(true);
  for (const by of ["soon", "5", "5 s", -1]) expect(accepts("/clock/advance", { by })).toBe(false);
  for (const clock of ["real", "60x", "0.5x", "poll:next", "poll:1m5s"])
    expect(accepts("/sandboxes", { clock })).toBe(true);
  for (const clock of ["fast", "0x", "0.0x", "poll:", "poll:0s", "x"])
    expect(accepts("/sandboxes", { clock })).toBe(false);
  const rules = [
    { on: "createJob", status: 503, times: 2 },
    { on: ["getJob", "getResults"], delay: "5s", probability: "50%" },
  ];
  for (const rule of rules) expect(accepts("/faults", { faults: [rule] })).toBe(true);
  const wrong = [
    { on: "createJobs", status: 503 },
    { on: "createJob" },
    { on: "createJob", status: 503, tmes: 2 },
    { on: "createJob", delay: "soon" },
  ];
  for (const rule of wrong) expect(accepts("/faults", { faults: [rule] })).toBe(false);
});

test("bodies may be as large as the service's, and no larger", async () => {
  await using sim = await startTestSimulator({ maxBodyBytes: 1000 });
  const { status, body } = await ask(sim, "PUT /files/big.csv", { body: "x".repeat(1001) });
  expect([status, body["code"]]).toEqual([413, "SIM_BODY_SIZE"]);
});

test("the report is about the request's key, and needs none only if it is about all", async () => {
  await using sim = await startTestSimulator();
  await sim.client.json("GET", "/get-quotas");
  await sim.clientOf("other").create({});
  const errorsIn = async (path: string, authorization: string) => {
    const { status, body } = await ask(sim, `GET ${path}`, { headers: { authorization } });
    return [status, asObject(body["summary"])["errors"] ?? body["code"]];
  };
  expect(await errorsIn("/report", `Key ${sim.apiKey}`)).toEqual([200, 0]);
  expect(await errorsIn("/report", "Key other")).toEqual([200, 1]);
  expect(await errorsIn("/report?all=true", "")).toEqual([200, 1]);
  expect(await errorsIn("/report?all=false", "")).toEqual([401, "SIM_CONTROL_KEY"]);
});

test("a control token is asked for where there is one, but not by health and the document", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret" });
  expect((await ask(sim, "GET /clock")).body["code"]).toBe("SIM_CONTROL_TOKEN");
  const wrong = { headers: { "x-sim-control-token": "other" } };
  expect((await ask(sim, "GET /clock", wrong)).status).toBe(401);
  const right = { headers: { "x-sim-control-token": "secret" } };
  expect((await ask(sim, "GET /clock", right)).status).toBe(200);
  expect((await ask(sim, "GET /health")).body).toMatchObject({ status: "ok", sandboxes: 2 });
  expect((await ask(sim, "GET /openapi.json")).status).toBe(200);
  const { controlUrl = "", apiKey } = sim;
  expect((await rejection(connect(controlUrl, { apiKey }).snapshot())).code).toBe(
    "SIM_CONTROL_TOKEN",
  );
  const control = connect(controlUrl, { apiKey, controlToken: "secret" });
  await using box = await control.sandbox({ clock: "manual" });
  expect((await box.clock.read()).clock).toBe("manual");
});

test("a token must be given where other machines may reach the control API", async () => {
  expect(await rejection(startSimulator({ host: "0.0.0.0" }))).toEqual({
    code: "SIM_OPTION",
    message:
      "Expected `controlToken` to be set, since `host` is `0.0.0.0` and other machines may reach the control API. Set a token, or turn the control API off (`--no-control`, `control: false`).",
    issues: [expect.objectContaining({ path: "controlToken" })],
  });
  await using withToken = await startTestSimulator({ host: "0.0.0.0", controlToken: "secret" });
  expect(withToken.controlUrl).toMatch(/^http:\/\/localhost:\d+\/_sim$/);
  await using without = await startSimulator({ host: "0.0.0.0", control: false });
  expect(without.controlUrl).toBeUndefined();
});

test("turned off, the control API is not there over HTTP, and is in process", async () => {
  await using sim = await startSimulator({ control: false, clock: "manual" });
  const response = await fetch(`${sim.baseUrl}/_sim/health`);
  expect(response.status).toBe(404);
  expect((await response.json()) as JsonObject).toEqual({
    detail: "No operation is served at GET `/_sim/health`.",
  });
  expect((await rejection(connect(sim.baseUrl).health())).code).toBe("SIM_UNREACHABLE");
  await sim.control.clock.advance("1h");
  expect(await sim.control.health()).toMatchObject({ status: "ok" });
  const { url } = await sim.control.files.put("rows.csv", "inputs\nfirst\n");
  expect(await (await fetch(url)).text()).toBe("inputs\nfirst\n");
  expect((await fetch(url.replace(/signature=../, "$&0"))).status).toBe(403);
});

test("whatever goes wrong with the service, control is neither faulted nor in the journal", async () => {
  await using sim = await startTestSimulator({ yaml: "faults: [{ on: '*', status: 503 }]" });
  for (let call = 0; call < 3; call++) expect((await ask(sim, "GET /jobs")).status).toBe(200);
  expect(sim.exchanges()).toEqual([]);
  expect((await ask(sim, "GET /faults")).body).toMatchObject([{ matched: 0, fired: 0 }]);
});

test("control answers at the origin, whatever the base path and the deployment's port", async () => {
  await using sim = await startTestSimulator({ basePath: "/api/v2", deploymentPort: 0 });
  expect(sim.controlUrl).toBe(`${new URL(sim.baseUrl).origin}/_sim`);
  for (const url of [sim.baseUrl, sim.deploymentUrl, `${sim.controlUrl}/`])
    expect((await connect(url).health()).status).toBe("ok");
});

test("a sandbox's URLs begin with the origin by which it was asked for", async () => {
  await using sim = await startTestSimulator({ basePath: "/api" });
  const { port } = new URL(sim.baseUrl);
  const control = connect(`http://localhost:${port}`);
  await using box = await control.sandbox();
  expect(box.baseUrl).toBe(`http://localhost:${port}/api`);
  expect(box.deploymentUrl).toBe(`http://localhost:${port}`);
  await using own = await sim.sandbox();
  expect(own.baseUrl).toBe(sim.baseUrl);
});

test("a client says what is wrong with a URL, or with what is there", async () => {
  for (const url of ["localhost", "localhost:4010", ""]) {
    expect(() => connect(url)).toThrow(
      `Expected the simulator's URL, such as \`http://127.0.0.1:4010\`, got \`${url}\`.`,
    );
  }
  const gone = await startSimulator();
  await gone.close();
  expect(await rejection(connect(gone.baseUrl).health())).toMatchObject({
    code: "SIM_UNREACHABLE",
    message: expect.stringContaining(`${gone.baseUrl}/_sim/health: connect ECONNREFUSED`),
  });
});

test("one line of curl is enough: text for scenarios, bytes for files, a filter in the query", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const text = await ask(sim, "PUT /scenario", { body: "name: mine\nprofiles: [{ queued: 5s }]" });
  expect(text.body).toMatchObject({ name: "mine" });
  expect((await ask(sim, "PUT /scenario", { body: "slow-job" })).body["name"]).toBe("slow-job");
  await sim.client.submit({ inputs: ["a"] });
  await sim.client.request("GET", "/nowhere");
  const found = await ask(sim, "GET /journal?operation=createJob&faulted=false&after=0");
  expect(found.body).toMatchObject([{ operationId: "createJob" }]);
  expect((await ask(sim, "GET /journal/count?unmatched=true")).body).toEqual({ count: 1 });
  expect((await ask(sim, "GET /journal?after=x")).status).toBe(400);
  // Text that looks like a number or a boolean is still text.
  const written = "GET /journal/summaries?limit=1&text=";
  expect([await ask(sim, `${written}503`), await ask(sim, `${written}true`)]).toMatchObject([
    { status: 200, body: [] },
    { status: 200, body: [] },
  ]);
  const file = await ask(sim, "PUT /files/rows.csv?expiresIn=5m", { body: "inputs\na\n" });
  const fetched = await fetch(String(file.body["url"]));
  expect([await fetched.text(), fetched.headers.get("content-type")]).toEqual([
    "inputs\na\n",
    "text/plain;charset=UTF-8",
  ]);
  expect((await ask(sim, "DELETE /journal")).status).toBe(204);
});

test("the control API's own document is valid, has every route, and describes every answer", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: "faults: [{ name: outage, on: getQuotas, status: 503 }]\nassumptions: { webhooks: standard }",
  });
  const document = (await ask(sim, "GET /openapi.json")).body;
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({
    valid: true,
  });
  const answers = await answersOfEveryVerb(sim);
  expect(Object.keys(answers).sort()).toEqual(Object.keys(CONTROL_VERBS).sort());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const [name, verb] of Object.entries(CONTROL_VERBS)) {
    const [method = "", path] = verb.route.split(" ");
    const item = asObject(asObject(document["paths"])[`/_sim${path}`]);
    const operation = asObject(item[method.toLowerCase()]);
    expect(operation["operationId"]).toBe(name);
    const answer = answers[name];
    const success = asObject(
      asObject(operation["responses"])[answer === undefined ? "204" : "200"],
    );
    expect([name, success["description"]]).toEqual([name, "Done."]);
    if (answer === undefined) continue;
    const schema = asObject(asObject(asObject(success["content"])["application/json"])["schema"]);
    const isValid = ajv.validate(schema, answer);
    expect([name, isValid ? "" : ajv.errorsText()]).toEqual([name, ""]);
  }
});

async function answersOfEveryVerb(sim: TestSimulator): Promise<Record<string, unknown>> {
  await using receiver = await startReceiver();
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.client.request("GET", "/get-quotas");
  await sim.client.request("GET", "/nowhere");
  const body = (value: JsonValue): RequestInit => ({ body: JSON.stringify(value) });
  const get = async (line: string, init?: RequestInit): Promise<unknown> => {
    const { status, body: answer } = await ask(sim, line, init);
    if (status === 204) return undefined;
    if (status !== 200) throw new Error(`${line} answered ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const made = (await get("POST /sandboxes", body({ name: "mine" }))) as JsonObject;
  const ofMade = { headers: { authorization: `Key ${made["apiKey"]}` } };
  const listed = {
    getHealth: await get("GET /health"),
    readClock: await get("GET /clock"),
    advanceClock: await get("POST /clock/advance", body({ by: "2s" })),
    advanceUntil: await get("POST /clock/advance-until", body({ idle: true })),
    listJobs: await get("GET /jobs"),
    getJob: await get(`GET /jobs/${jobId}`),
    addWebhook: await get("POST /webhooks", body({ url: receiver.url })),
    forceJob: await get(`POST /jobs/${jobId}/force`, body({ state: "running" })),
    failJob: await get(`POST /jobs/${jobId}/fail`),
    cancelJob: await get(`POST /jobs/${jobId}/cancel`),
    waitForDelivery: await get("POST /deliveries/wait", body({ jobId })),
    listDeliveries: await get("GET /deliveries"),
    listTimelines: await get("GET /timelines?skip=0&limit=1"),
    previewJob: await get(`GET /jobs/${jobId}/preview?at=2030-01-01T00:00:00Z`),
    listFaults: await get("GET /faults"),
    unusedFaults: await get("GET /faults/unused"),
    addFaults: await get(
      "POST /faults",
      body({ faults: [{ name: "more", on: "*", status: 500, probability: 0 }] }),
    ),
    removeFault: await get("DELETE /faults/more"),
    getScenario: await get("GET /scenario"),
    putScenario: await get("PUT /scenario", { body: "happy-path" }),
    checkScenario: await get("POST /scenario/check", { body: "profiles: [{ queud: 5s }]" }),
    listScenarios: await get("GET /scenarios"),
    putFile: await get("PUT /files/rows.csv", { body: "inputs\n" }),
    findExchanges: await get("GET /journal"),
    countExchanges: await get("GET /journal/count"),
    summarizeExchanges: await get("GET /journal/summaries?limit=1"),
    waitForExchange: await get("POST /journal/wait", body({ operation: "createJob" })),
    listAssumptions: await get("GET /assumptions"),
    getSnapshot: await get("GET /snapshot"),
    expectFinding: await get("POST /findings/expected", body({ id: "invalid-request" })),
    expectClientError: await get("POST /findings/client-error", body({ jobId })),
    findFindings: await get("GET /findings?strict=true"),
    getReport: await get("GET /report"),
    getTrace: await get("GET /trace"),
    clearJournal: await get("DELETE /journal"),
    reset: await get("POST /reset"),
    createSandbox: made,
    listSandboxes: await get("GET /sandboxes"),
    getSandbox: await get("GET /sandbox"),
    deleteSandbox: await get("DELETE /sandbox", ofMade),
  };
  // The other verbs are called with their examples.
  const act = remoteVerbs(sim.controlUrl ?? "", { authorization: `Key ${sim.apiKey}` });
  const answers: Record<string, unknown> = listed;
  for (const [name, { example = {} }] of Object.entries(CONTROL_VERBS)) {
    if (!(name in listed)) answers[name] = await act(name as VerbName, example as never);
  }
  return answers;
}
