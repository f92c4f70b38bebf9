import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { settle } from "../../src/options/settings.ts";
import { START_PORT } from "../../src/options/simulator-table.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { snippets } from "./pages.ts";

const TEXT = readFileSync("docs/operate.md", "utf8");

const own = snippets("yml").filter(({ page }) => page === "docs/operate.md");
const [manifest, scraping, alerting, ...others] = own.map(({ code }) => parse(code));
const { replicas, template } = manifest.spec;
const [container] = template.spec.containers;
const variables: Record<string, string> = Object.fromEntries(
  container.env.map(({ name, value }: Record<string, string>) => [name, value]),
);
const token = variables["BATCH_SIM_CONTROL_TOKEN"] ?? "";

let sim: TestSimulator;
let metrics: string;

beforeAll(async () => {
  sim = await startTestSimulator({ controlToken: token });
  await sim.client.submit({ inputs: ["a"] });
  const [{ metrics_path: path, http_headers: headers }] = scraping.scrape_configs;
  const [[name, { values }]] = Object.entries<{ values: string[] }>(headers) as [
    [string, { values: string[] }],
  ];
  const response = await fetch(new URL(path, sim.baseUrl), {
    headers: { [name]: values[0] ?? "" },
  });
  expect(response.status).toBe(200);
  metrics = await response.text();
});

afterAll(() => sim[Symbol.asyncDispose]());

test("the page has a manifest, a scrape configuration, and alerts", () => {
  expect(others).toEqual([]);
  const [{ static_configs: configs }] = scraping.scrape_configs;
  expect(configs[0].targets).toEqual(
    Array.from(
      { length: replicas },
      (_, index) => `${manifest.metadata.name}-${index}:${START_PORT}`,
    ),
  );
});

test("the manifest starts replicas with options that exist", () => {
  const [npx, yes, program, ...args] = container.args;
  expect([npx, yes, program]).toEqual(["npx", "--yes", "batch-sim"]);
  const { NODE_OPTIONS: nodeOptions, ...env } = variables;
  const { problems, options } = readCommandLine(args, env);
  expect(problems).toEqual([]);
  expect(settle(options)).toMatchObject({
    host: "0.0.0.0",
    controlToken: token,
    maxSandboxes: 5000,
  });
  expect(nodeOptions).toMatch(/^--max-old-space-size=\d+$/);
});

test("the probes of the manifest succeed, without a token", async () => {
  for (const { httpGet } of [container.livenessProbe, container.readinessProbe]) {
    expect(httpGet.port).toBe(START_PORT);
    expect((await fetch(new URL(httpGet.path, sim.baseUrl))).status).toBe(200);
  }
});

test("every metric of the page exists, and every own metric is on the page", () => {
  const exist = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const expressions = alerting.groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
    rules.map(({ expr }) => expr),
  );
  const named = [TEXT, ...expressions].join("\n").matchAll(/\b(batch_sim|process|nodejs)_\w+/g);
  const wanted = new Set([...named].map(([name]) => name));
  expect(wanted.size).toBeGreaterThan(12);
  expect([...wanted].filter((name) => !exist.has(name))).toEqual([]);
  const ownMetrics = [...exist].filter((name) => name?.startsWith("batch_sim_"));
  expect(ownMetrics.filter((name) => !TEXT.includes(`\`${name}\``))).toEqual([]);
});
