import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { asObject } from "../../src/spec/document-place.ts";
import { answerOf } from "../support/client.ts";
import { startTestSimulator } from "../support/simulator.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("/ tells programs and browsers what the server is, and where things are", async () => {
  await using sim = await startTestSimulator();
  const json = await answerOf(await fetch(`${sim.deploymentUrl}/`));
  expect(json).toMatchObject({
    status: 200,
    body: {
      name: "batch-sim",
      version: sim.version,
      description: "A simulated batch inference service for tests.",
      base_url: sim.baseUrl,
      deployment_url: sim.deploymentUrl,
      openapi_url: `${sim.baseUrl}/openapi.json`,
      control_url: sim.controlUrl,
    },
  });
  expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const page = await fetch(`${sim.deploymentUrl}/`, { headers: { accept: BROWSER } });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await page.text();
  expect(html).toContain(`<h1>batch-sim ${sim.version}</h1>`);
  expect(html).toContain(`<dt>Base URL</dt><dd>${sim.baseUrl}</dd>`);
  expect(html).toContain(`<dt>Control API</dt><dd><a href="${sim.controlUrl}/openapi.json">`);
});

test("/ doesn't name a control API that is off", async () => {
  await using sim = await startTestSimulator({ control: false });
  expect(await (await fetch(`${sim.baseUrl}/`)).json()).toMatchObject({ control_url: null });
  const page = await fetch(`${sim.baseUrl}/`, { headers: { accept: "text/html" } });
  expect(await page.text()).not.toContain("Control API");
});

test.each([
  ["/healthz", "application/json; charset=utf-8", '{"status":"ok"}'],
  ["/robots.txt", "text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n"],
  ["/favicon.ico", "image/svg+xml; charset=utf-8", expect.stringMatching(/^<svg .*<\/svg>$/)],
])("%s has a small body", async (path, type, text) => {
  await using sim = await startTestSimulator();
  const response = await fetch(sim.deploymentUrl + path, { headers: { accept: BROWSER } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(await response.text()).toEqual(text);
  const head = await fetch(sim.deploymentUrl + path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("requests for these pages are not recorded, faulted, covered, or found", async () => {
  const yaml = 'faults: [{ on: "*", status: 503 }]';
  await using sim = await startTestSimulator({ yaml });
  const statuses: number[] = [];
  for (const path of ["/", "/healthz", "/robots.txt", "/favicon.ico", "/?v=1"]) {
    const { status, headers } = await fetch(sim.baseUrl + path);
    statuses.push(status);
    expect(headers.has("x-sim-fault")).toBe(false);
  }
  const { status, headers } = await fetch(`${sim.baseUrl}/healthz`, { method: "POST" });
  expect([...statuses, status]).toEqual([200, 200, 200, 200, 200, 405]);
  expect(headers.get("allow")).toBe("GET, HEAD");
  expect(sim.allExchanges).toEqual([]);
  expect(sim.exchanges()).toEqual([]);
  const { findings, coverage } = sim.report();
  expect(findings).toEqual([]);
  expect(JSON.stringify(coverage)).not.toMatch(/getIndex|getHealth|getIcon|getRobots/);
});

test("with a base path, these pages are at the root of each address", async () => {
  await using sim = await startTestSimulator({ basePath: "/v1", deploymentPort: 0 });
  const root = new URL(sim.baseUrl).origin;
  expect(await (await fetch(`${root}/`)).json()).toMatchObject({ base_url: `${root}/v1` });
  expect((await fetch(`${root}/healthz`)).status).toBe(200);
  expect((await fetch(`${sim.deploymentUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${root}/v1/healthz`)).status).toBe(404);
});

test("a path of an overlay takes precedence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const overlay = join(folder, "overlay.yaml");
  await writeFile(
    overlay,
    `overlay: 1.0.0
info: { title: A service with a health check of its own, version: 1.0.0 }
actions:
  - target: $.paths
    update:
      /healthz:
        get:
          operationId: checkHealth
          security: []
          responses:
            "200":
              description: Healthy.
              content: { application/json: { schema: { type: object } } }
          x-batch-sim:
            use: tryAuthentication
            request: {}
            response: { healthy: true }
            errors: []
`,
  );
  await using sim = await startTestSimulator({ overlays: [overlay] });
  expect(await (await fetch(`${sim.baseUrl}/healthz`)).json()).toEqual({ healthy: true });
  expect(sim.allExchanges.map(({ operationId }) => operationId)).toEqual(["checkHealth"]);
  expect((await fetch(`${sim.baseUrl}/robots.txt`)).status).toBe(200);
  await rm(folder, { recursive: true });
});

test("a scenario can't name these operations", async () => {
  const yaml = "faults: [{ on: getHealth, status: 503 }]";
  await expect(startTestSimulator({ yaml })).rejects.toThrow(/got `"getHealth"`/);
});

test("/openapi.json names the live addresses, with the base path", async () => {
  await using sim = await startTestSimulator({ basePath: "/v1", deploymentPort: 0 });
  const document = (await (await fetch(`${sim.baseUrl}/openapi.json`)).json()) as never;
  const root = new URL(sim.baseUrl).origin;
  const urlsOf = (holder: unknown): unknown => asObject(holder as never)["servers"];
  const { paths } = document as { paths: Record<string, unknown> };
  expect(urlsOf(document)).toEqual([
    { url: sim.baseUrl, description: "The base URL of the service." },
  ]);
  expect(urlsOf(paths["/v1/job-cancel/{job_id}"])).toEqual([
    { url: sim.deploymentUrl, description: "A deployment's address." },
  ]);
  expect(urlsOf(paths["/healthz"])).toMatchObject([{ url: root }]);
  expect(JSON.stringify(document)).not.toContain("4010");
});
