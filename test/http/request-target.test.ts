import { expect, test } from "@jest/globals";
import { hear } from "../faults/wire.ts";
import { LISTED_FORMATS } from "../support/results-formats.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

/** Status and body of the response to a request with this exact target. */
async function ask(
  sim: TestSimulator,
  target: string,
  headers: readonly string[] = [],
): Promise<unknown> {
  const more = ["Connection: close", ...headers];
  const { text } = await hear(sim, { path: target, headers: more });
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return [Number(head.split(" ")[1]), JSON.parse(body)];
}

test.each([
  ["http://elsewhere.test/try-authentication"],
  ["HTTP://127.0.0.1:1/try-authentication?some=query"],
  ["https://[::1]/try-authentication"],
])("a target in absolute form is served like its path: %s", async (target) => {
  await using sim = await startTestSimulator({ allowedHosts: ["elsewhere.test"] });
  expect(await ask(sim, target)).toEqual([200, { authenticated: true }]);
  expect(sim.allExchanges[0]?.url).toMatch(/^\/try-authentication(\?some=query)?$/);
});

test("a target in absolute form names its parameters, and the host that counts", async () => {
  await using sim = await startTestSimulator({ allowedHosts: ["h", "mapped.test"] });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect(await ask(sim, `http://h/job-status/${jobId}`)).toEqual([
    200,
    { job_status: { [jobId]: "QUEUED" } },
  ]);
  expect(await ask(sim, `http://h/jobs/${jobId}/results?result_format=xml`)).toEqual([
    422,
    expect.objectContaining({
      detail: `Expected \`result_format\` to be one of ${LISTED_FORMATS}, got \`"xml"\` (string).`,
    }),
  ]);
  const { text } = await hear(sim, {
    method: "POST",
    path: "http://user:word@mapped.test:81/_sim/sandboxes",
    headers: ["Connection: close"],
    body: "{}",
  });
  expect(text).toContain('"baseUrl":"http://mapped.test:81"');
});

test.each([
  ["http://[/", "/http://[/"],
  ["http://a%zz/list-jobs", "/http://a%zz/list-jobs"],
  ["ftp://127.0.0.1/list-jobs", "/ftp://127.0.0.1/list-jobs"],
  ["//[", "//["],
])("a target that names nothing is answered as the service would: %s", async (target, path) => {
  await using sim = await startTestSimulator();
  expect(await ask(sim, target)).toEqual([
    404,
    { detail: expect.stringContaining(`No operation is served at GET \`${path}\`.`) },
  ]);
});

test.each(["http://127.0.0.1", "http://127.0.0.1?x"])("%s is the path /", async (target) => {
  await using sim = await startTestSimulator();
  expect(await ask(sim, target)).toEqual([200, expect.objectContaining({ name: "batch-sim" })]);
});

test("OPTIONS * is answered as the service would", async () => {
  await using sim = await startTestSimulator();
  const { text } = await hear(sim, {
    method: "OPTIONS",
    path: "*",
    headers: ["Connection: close"],
  });
  expect(text).toContain("No operation is served at OPTIONS `*`.");
});
