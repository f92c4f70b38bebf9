import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// The path before the operations of the base URL, from the spec's `servers` or the option.

const originOf = ({ baseUrl }: TestSimulator): string => new URL(baseUrl).origin;

/** An overlay that replaces the first server. */
const withServer = (server: string): Promise<string> =>
  overlayFile(
    `- { target: "$.servers[0]", remove: true }\n- { target: $, update: { servers: [${server}] } }\n`,
  );

test.each([
  ['{ url: "{base_url}/api/v2/", variables: { base_url: { default: "http://127.0.0.1:4010" } } }'],
  ['{ url: "{base_url}", variables: { base_url: { default: "http://127.0.0.1:4010/api/v2" } } }'],
  ["{ url: https://api.example.com/api/v2 }, { url: https://staging.example.com/other }"],
  ["{ url: /api/v2 }"],
])("the path of the first server is the base path: %s", async (server) => {
  await using sim = await startTestSimulator({
    overlays: [await withServer(server)],
    scenario: "instant",
  });
  expect(sim.baseUrl).toBe(`${originOf(sim)}/api/v2`);
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect((await sim.client.jsonResults(jobId)).body.outputs).toHaveLength(1);
  expect((await sim.client.cancel(jobId)).status).toBe(200);
  expect(sim.exchanges().map(({ url }) => url.replaceAll(jobId, "*"))).toEqual([
    "/api/v2/batch-inference",
    "/api/v2/jobs/*/results?result_format=json",
    "/v1/job-cancel/*",
  ]);
  const elsewhere = await fetch(`${originOf(sim)}/list-jobs`);
  expect([elsewhere.status, await elsewhere.json()]).toEqual([
    404,
    {
      detail:
        "No operation is served at GET `/list-jobs`. The nearest operation is GET /api/v2/list-jobs.",
    },
  ]);
  const document = (await sim.client.json<{ servers: unknown }>("GET", "/openapi.json")).body;
  expect(document.servers).toEqual([{ url: sim.baseUrl }]);
});

test.each([
  ["/other", "/other"],
  ["/", ""],
])("the option takes precedence over the spec: %s", async (basePath, expected) => {
  const overlays = [await withServer("{ url: /api/v2 }")];
  await using sim = await startTestSimulator({ overlays, basePath });
  expect(sim.baseUrl).toBe(originOf(sim) + expected);
  expect((await sim.client.json("GET", "/list-jobs")).status).toBe(200);
});

test("a reproduction names requests below the base path", async () => {
  const overlays = [await withServer("{ url: /api/v2 }")];
  await using sim = await startTestSimulator({ overlays });
  await sim.client.create({ inputs: 3 });
  const [reproduction] = sim.report().reproductions;
  expect(reproduction?.requests.map(({ server, path }) => [server, path])).toEqual([
    ["base", "/batch-inference"],
  ]);
});

test("a server that is neither a URL nor a path is an error of the overlay", async () => {
  const overlays = [
    await withServer('{ url: "http://{host}/v1", variables: { host: { default: "a b" } } }'),
  ];
  await expect(startSimulator({ overlays })).rejects.toThrow(
    `Expected the first server's \`url\` to be a URL or a path, got \`"http://{host}/v1"\` (string). Variables in the URL are replaced with their defaults.`,
  );
});

test("a version in an unknown path is not an ID", async () => {
  await using sim = await startTestSimulator();
  expect((await sim.client.json("GET", "/jobs/v1/status")).body).toEqual({
    detail: "No operation is served at GET `/jobs/v1/status`.",
  });
  expect((await sim.client.json("GET", "/jobs/job-1/status")).body).toEqual({
    detail:
      "No operation is served at GET `/jobs/job-1/status`. The nearest operation is GET /jobs/{job_id}/results.",
  });
});
