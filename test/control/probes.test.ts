import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Replicas have separate probe tests: test/store/replicas/probes.test.ts.

type Asked = { readonly status: number; readonly type: string | null; readonly text: string };

async function ask(sim: TestSimulator, path: string, token?: string): Promise<Asked> {
  const headers = token === undefined ? {} : { "x-sim-control-token": token };
  const response = await fetch(`${sim.controlUrl}${path}`, { headers });
  const type = response.headers.get("content-type");
  return { status: response.status, type, text: await response.text() };
}

/** The values of a metric by its labels. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.matchAll(/^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/gm);
  const own = [...lines].filter((line) => line[1] === name);
  return Object.fromEntries(own.map(([, , labels = "", value]) => [labels, Number(value)]));
}

test("a process is alive and ready, and says so without a token", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret-token" });
  expect(await ask(sim, "/livez")).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  const { status, text } = await ask(sim, "/readyz");
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ status: "ok" })]);
});

test.each(["livez", "readyz", "metrics", "health", "ui"])(
  "HEAD of %s is like GET, without a body",
  async (path) => {
    await using sim = await startTestSimulator();
    const head = await fetch(`${sim.controlUrl}/${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const { status } = await fetch(`${sim.controlUrl}/${path}`);
    expect(status).toBe(200);
  },
);

test.each(["livez", "readyz", "metrics"])("%s has only the method GET", async (probe) => {
  await using sim = await startTestSimulator();
  const response = await fetch(`${sim.controlUrl}/${probe}`, { method: "DELETE" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
  expect(await response.json()).toEqual({
    type: "about:blank",
    title:
      "batch-sim could not complete the request; this is not a response from the simulated service.",
    status: 405,
    code: "SIM_CONTROL_METHOD",
    detail: `Failed to find a route for DELETE \`/_sim/${probe}\`. Use GET.`,
  });
});

test("metrics need the control token", async () => {
  await using sim = await startTestSimulator({ controlToken: "secret-token" });
  expect((await ask(sim, "/metrics")).status).toBe(401);
  const { status, type } = await ask(sim, "/metrics", "secret-token");
  expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
});

test("metrics count requests, what is there, and how long requests took", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  for (let poll = 0; poll < 3; poll++) await sim.client.json("GET", `/jobs/${jobId}`);
  await sim.client.json("GET", "/jobs/unknown");
  await sim.client.json("GET", "/nowhere");
  while (sim.allExchanges.length < 6) await new Promise(setImmediate);
  const operations = new Map(sim.allExchanges.map((each) => [each.url, each.operationId]));
  const poll = operations.get(`/jobs/${jobId}`);
  const create = sim.allExchanges[0]?.operationId;
  const { text } = await ask(sim, "/metrics");
  expect(valuesOf(text, "batch_sim_requests_total")).toEqual({
    [`operation="${create}",status="200"`]: 1,
    [`operation="${poll}",status="200"`]: 3,
    [`operation="${poll}",status="404"`]: 1,
    'operation="none",status="404"': 1,
  });
  const counts = valuesOf(text, "batch_sim_request_duration_seconds_count");
  expect(counts[`operation="${poll}"`]).toBe(4);
  const buckets = valuesOf(text, "batch_sim_request_duration_seconds_bucket");
  expect(buckets[`le="+Inf",operation="${poll}"`]).toBe(4);
  const bounds = Object.entries(buckets).filter(([labels]) => labels.includes(`"${poll}"`));
  expect(bounds.map(([, count]) => count)).toEqual(bounds.map(([, count]) => count).sort());
  expect(valuesOf(text, "batch_sim_request_duration_seconds_sum")).toMatchObject({
    [`operation="${poll}"`]: expect.any(Number),
  });
  const single = (name: string): number | undefined => valuesOf(text, `batch_sim_${name}`)[""];
  expect([single("sandboxes"), single("unread_sandboxes"), single("jobs")]).toEqual([2, 0, 1]);
  expect(single("journal_exchanges")).toBe(6);
  expect(single("journal_bytes")).toBeGreaterThan(6000);
  expect(single("store_lag_seconds")).toBeGreaterThanOrEqual(0);
  expect(Object.keys(valuesOf(text, "batch_sim_event_loop_delay_seconds"))).toEqual([
    'quantile="0.5"',
    'quantile="0.99"',
    'quantile="1"',
  ]);
  expect(text).toContain("\n# TYPE batch_sim_request_duration_seconds histogram\n");
  expect(text).toContain("\n# TYPE process_cpu_seconds_total counter\n");
});

test("the control document has the probes", async () => {
  await using sim = await startTestSimulator();
  const { paths } = JSON.parse((await ask(sim, "/openapi.json")).text);
  expect(Object.keys(paths["/_sim/livez"].get.responses)).toEqual(["200"]);
  expect(Object.keys(paths["/_sim/readyz"].get.responses)).toEqual(["200", "503"]);
  expect(paths["/_sim/livez"].get.security).toEqual([{}]);
  expect(paths["/_sim/metrics"].get.security).toEqual([{}, { ControlToken: [] }]);
});
