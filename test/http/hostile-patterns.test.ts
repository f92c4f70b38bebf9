import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";
import { startTestSimulator } from "../support/simulator.ts";

// The engine's own RegExp needs minutes for each of these strings.
const TEXT = `${"a".repeat(32)}!`;
const SLOW = "^(a+)+$";
const REFUSED: readonly (readonly [string, string])[] = [
  ["^(a+)b\\1$", "the pattern contains a backreference"],
  ["(?<=a(?=b))c", "the pattern contains a lookbehind"],
  ["(?:a{200}){200}", "the pattern is too large"],
  ["\\p{L}\\p{N}\\p{P}\\p{S}\\p{Z}", "the pattern has more than 4 different Unicode properties"],
  ["(?=a)".repeat(11), "the pattern has more than 10 lookaheads"],
  ["(a?){4000}", "the pattern is nested too deeply"],
  ["a".repeat(5001), "the pattern has more than 5000 characters"],
];

test("a row rule's pattern takes linear time", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  for (const pattern of [SLOW, "^(a|a)*b$", "(a*)*b"]) {
    const rows = [
      { match: { pattern }, outcome: "empty" },
      { outcome: { text: "no match" } },
    ] as const;
    await sim.control.scenario.put({ rows, profiles: [{ queued: 0, running: 0 }] });
    const jobId = await sim.client.submit({ inputs: [TEXT, "a".repeat(32)] });
    await sim.client.follow(jobId);
    const { body } = await sim.client.jsonResults(jobId);
    expect(body.outputs).toEqual(["no match", pattern === SLOW ? "" : "no match"]);
  }
});

test("a row that takes too many steps to match fails with the rule's name", async () => {
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const sim = await startSimulator({ clock: "poll", scenario: "instant", onNotice });
  const client = new Client(sim, sim.apiKey);
  const rows = [{ match: { pattern: "a.{0,990}b!" }, outcome: "empty" } as const];
  await sim.control.scenario.put({ rows, profiles: [{ queued: 0, running: 0 }] });
  const jobId = await client.submit({ inputs: ["a".repeat(5000)] });
  await client.follow(jobId);
  const response = await client.results(jobId, { result_format: "json" });
  expect([response.status, response.headers.get("x-sim-error")]).toEqual([500, "SIM_SCHEMA_LIMIT"]);
  const detail =
    "Failed to match the row rule `rows.0` against row 0 (5000 characters): this rule and the rules before it take too many steps. Simplify these rules, or send shorter rows.";
  expect(await response.json()).toMatchObject({ detail });
  expect(notices).toEqual([`SIM_SCHEMA_LIMIT: ${detail}`]);
  await sim.close();
});

test.each(REFUSED)("a row rule's pattern is refused: %#", async (pattern, reason) => {
  await using sim = await startTestSimulator();
  const rows = [{ match: { pattern }, outcome: "empty" } as const];
  await expect(sim.control.scenario.put({ rows })).rejects.toThrow(
    `rows.0.match.pattern: Expected an ECMAScript regular expression that can be matched in linear time (${reason}), got `,
  );
});

test("a schema's pattern can have large counts", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const properties = { a: { type: "string", pattern: "^.{0,65535}$" } };
  const json_schema = { type: "object", properties, required: ["a"] };
  const jobId = await sim.client.submit({ inputs: ["x"], json_schema });
  await sim.client.follow(jobId);
  const { body } = await sim.client.jsonResults(jobId);
  expect(body.outputs.map((output) => Object.keys(JSON.parse(String(output))))).toEqual([["a"]]);
});

test("a condition's pattern takes linear time", async () => {
  await using sim = await startTestSimulator();
  const schema = { properties: { system_prompt: { pattern: SLOW } } };
  await sim.control.faults.add({ on: "createJob", status: 503, when: { body: schema } });
  const profile = { when: { request: schema }, queued: "1s", running: "1s" };
  await sim.client.submit({ inputs: ["a"], system_prompt: TEXT });
  await sim.control.scenario.put({ profiles: [profile] });
  await sim.client.submit({ inputs: ["a"], system_prompt: TEXT });
});

test("a request that takes too many steps to check fails with the rule's name", async () => {
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  await using sim = await startSimulator({ clock: "poll", scenario: "instant", onNotice });
  const client = new Client(sim, sim.apiKey);
  const again = { properties: { x: { $ref: "#/$defs/twice" } } };
  const schema = { $ref: "#/$defs/twice", $defs: { twice: { allOf: [again, again] } } };
  const x = JSON.parse(`${'{"x":'.repeat(30)}{}${"}".repeat(30)}`);
  const detailOf = async () => {
    const response = await client.json<{ detail: string }>("POST", "/batch-inference", {
      inputs: ["a"],
      x,
    });
    expect([response.status, response.headers.get("x-sim-error")]).toEqual([
      500,
      "SIM_SCHEMA_LIMIT",
    ]);
    return response.body.detail;
  };
  const detail = (rule: string) =>
    `Failed to check whether ${rule} applies to the request: its condition takes too many steps for this request. Simplify the condition, or send a smaller request.`;

  const profile = { when: { request: schema }, queued: "1s", running: "1s" };
  await sim.control.scenario.put({ profiles: [{ when: { model: "x" } }, profile] });
  expect(await detailOf()).toBe(detail("the profile `profiles.1`"));
  await sim.control.faults.add({ name: "slow", on: "*", status: 503, when: { body: schema } });
  expect(await detailOf()).toBe(detail("the fault rule `slow`"));
  expect(notices).toEqual(
    ["the profile `profiles.1`", "the fault rule `slow`"].map(
      (rule) => `SIM_SCHEMA_LIMIT: ${detail(rule)}`,
    ),
  );
});

test("a condition's pattern is refused", async () => {
  await using sim = await startTestSimulator();
  const schema = { properties: { system_prompt: { pattern: "^(a+)b\\1$" } } };
  const reason =
    "Expected a JSON Schema: `^(a+)b\\1$` is not supported: the pattern contains a backreference (at `/properties/system_prompt/pattern`).";
  await expect(
    sim.control.scenario.put({ profiles: [{ when: { request: schema } }] }),
  ).rejects.toThrow(`profiles.0.when.request: ${reason}`);
  await expect(
    sim.control.faults.add({ on: "createJob", status: 503, when: { body: schema } }),
  ).rejects.toThrow(reason);
});

test.each([
  [
    { required: Array.from({ length: 61 }, (_, i) => `p${i}`) },
    "Expected a JSON Schema: Expected `/required` in the schema to have at most 60 sibling entries, got 61.",
  ],
  [
    { properties: { a: { anyOf: Array.from({ length: 60 }, (_, i) => ({ const: i })) } } },
    "Expected a JSON Schema: Expected the schema to have at most 60 objects, got 63.",
  ],
  [
    { anyOf: Array.from({ length: 5 }, (_, i) => ({ pattern: `^${i}` })) },
    "Expected a JSON Schema: Expected the schema to have at most 4 different patterns, got 5.",
  ],
  [
    Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, i])),
    "Expected at most 50 fields, got 51.",
  ],
])("a condition that takes long to compile is refused: %#", async (schema, reason) => {
  await using sim = await startTestSimulator();
  await expect(
    sim.control.scenario.put({ profiles: [{ when: { request: schema } }] }),
  ).rejects.toThrow(`profiles.0.when.request: ${reason}`);
  await expect(
    sim.control.faults.add({ on: "createJob", status: 503, when: { body: schema } }),
  ).rejects.toThrow(reason);
});

const overlay = (changes: object): string =>
  JSON.stringify({
    overlay: "1.1.0",
    info: { title: "Patterns", version: "1" },
    actions: [
      { target: "$.components.schemas.CreateJobRequest.properties.system_prompt", update: changes },
    ],
  });

async function withOverlay(text: string, act: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const file = join(folder, "patterns.yaml");
  await writeFile(file, text);
  await act(file);
  await rm(folder, { recursive: true });
}

test("an overlay's pattern takes linear time", async () => {
  await withOverlay(overlay({ pattern: SLOW }), async (file) => {
    await using sim = await startTestSimulator({ overlays: [file] });
    const { status, body } = await sim.client.json<{ detail: unknown }>(
      "POST",
      "/batch-inference",
      { inputs: ["a"], system_prompt: TEXT },
    );
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining(
        `Expected \`system_prompt\` to match the pattern \\"${SLOW}\\", got \`\\"${TEXT}\\"\` (string).`,
      ),
    ]);
  });
});

test.each([
  [
    { pattern: "^(a+)b\\1$" },
    'Expected a regular expression that can be matched in linear time (the pattern contains a backreference), got `"^(a+)b\\\\1$"` (string).',
  ],
  [
    { patternProperties: { "(a+)+$": true } },
    'Expected a regular expression that can be matched in linear time (RegExp may backtrack on this pattern), got `"(a+)+$"` (string).',
  ],
])("an overlay's pattern is refused: %j", async (changes, message) => {
  await withOverlay(overlay(changes), async (file) => {
    await expect(startTestSimulator({ overlays: [file] })).rejects.toThrow(message);
  });
});
