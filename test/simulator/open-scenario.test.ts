import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startSimulator } from "../../src/index.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-load-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function problemOf(text: string): Promise<unknown> {
  const file = join(folder, "mine.yaml");
  await writeFile(file, text);
  return startSimulator({ scenario: file, onNotice: () => {} }).then(
    (sim) => sim.close(),
    (error: Error & { code: string }) => [error.code, error.message.replaceAll(file, "mine.yaml")],
  );
}

const SCHEMAS: readonly (readonly [string, string])[] = [
  [
    "faults: [{ on: createJob, status: 500, when: { body: { properties: { a: { type: txt } } } } }]",
    '1:54 faults.0.when.body: Expected a JSON Schema: must be equal to one of the allowed values (array,boolean,integer,null,number,object,string), got `"txt"` (at `/properties/a/type`).',
  ],
  [
    "profiles: [{ when: { request: { properties: { a: { pattern: '(' } } } } }]",
    "1:31 profiles.0.when.request: Expected a JSON Schema: `(` is not a valid regular expression (at `/properties/a/pattern`).",
  ],
  [
    "faults: [{ on: createJob, status: 500, when: { header: { $ref: other.json } } }]",
    "1:56 faults.0.when.header: Expected a JSON Schema: `$ref` refers to `other.json`, but external documents are never fetched: copy the schema into `$defs` (at `/$ref`).",
  ],
];

test.each(SCHEMAS)(
  "a condition with an invalid JSON Schema is rejected: %s",
  async (text, problem) => {
    expect(await problemOf(text)).toEqual([
      "SIM_SCENARIO",
      `Failed to read the scenario \`mine.yaml\`: 1 problem.\nmine.yaml:${problem}`,
    ]);
  },
);

test("all problems come together, those of schemas too", async () => {
  const text =
    "sed: 1\nfaults: [{ on: createJob, status: 500, when: { query: { properties: { a: { type: 1 } } } } }]";
  expect(await problemOf(text)).toEqual([
    "SIM_SCENARIO",
    expect.stringMatching(/2 problems\.\nmine\.yaml:1:1 sed: .*\nmine\.yaml:2:55 faults\.0/),
  ]);
});

test("two conditions may have schemas of the same name", async () => {
  const when = "when: { query: { $id: mine, required: [a] } }";
  const rule = `{ on: getJob, status: 500, ${when} }`;
  expect(await problemOf(`faults: [{ name: a, ${rule.slice(2)}, ${rule}]`)).toBeUndefined();
});
