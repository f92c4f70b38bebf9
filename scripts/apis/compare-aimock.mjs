// Performs the same eight tasks of an OpenAI batch client with batch-sim and with aimock, and prints the table that
// docs/other-apis.md shows. Installs aimock and OpenAI's SDK into a new folder; build first: node scripts/apis/compare-aimock.mjs
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../../dist/index.js";

const VERSIONS = { "@copilotkit/aimock": "1.43.0", openai: "7.57.0" };
const ENDPOINT = "/v1/chat/completions";
const MOST_POLLS = 50;

const folder = mkdtempSync(join(tmpdir(), "batch-sim-compare-"));
const { LLMock, OpenAI } = installed();

function installed() {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const npm = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  assert.equal(spawnSync("npm", npm, { cwd: folder, stdio: "inherit" }).status, 0);
  const require = createRequire(join(folder, "package.json"));
  return Object.assign({}, ...Object.keys(VERSIONS).map((name) => require(name)));
}

/** A client of one of the two, set up as the task needs it: with a batch-sim scenario, or with aimock's headers or chaos. */
const PROGRAMS = {
  async "batch-sim"({ scenario = "instant" }) {
    const sim = await startSimulator({ api: "openai", clock: "poll", scenario });
    const client = new OpenAI({ baseURL: sim.baseUrl, apiKey: sim.apiKey });
    return { client, close: () => sim.close() };
  },
  async aimock({ headers = {}, firstGets }) {
    const mock = new LLMock({ port: 0 });
    await mock.start();
    const options = { baseURL: `${mock.url}/v1`, apiKey: "mock", defaultHeaders: headers };
    const client = new OpenAI({ ...options, fetch: firstGets && onceWithChaos(mock, firstGets) });
    return { client, close: () => mock.stop() };
  },
};

/** A `fetch` that enables chaos only for the first request to create a batch. */
function onceWithChaos(mock, chaos) {
  let isFirst = true;
  return async (url, init) => {
    const meets = isFirst && String(url).endsWith("/batches");
    if (meets) mock.setChaos(chaos);
    const response = await fetch(url, init);
    if (meets) mock.clearChaos();
    isFirst &&= !meets;
    return response;
  };
}

const line = (id, body = {}) =>
  JSON.stringify({
    ...{ custom_id: id, method: "POST", url: ENDPOINT },
    body: { model: "gpt-4o-mini", messages: [{ role: "user", content: id }], ...body },
  });

async function created(client, lines) {
  const file = await OpenAI.toFile(Buffer.from(`${lines.join("\n")}\n`), "input.jsonl");
  const { id } = await client.files.create({ file, purpose: "batch" });
  const batch = { input_file_id: id, endpoint: ENDPOINT, completion_window: "24h" };
  return client.batches.create(batch);
}

async function ended(client, { id }) {
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    const batch = await client.batches.retrieve(id);
    if (["completed", "failed", "expired", "cancelled"].includes(batch.status)) return batch;
  }
  throw new Error(`Expected the batch to end within ${MOST_POLLS} polls.`);
}

async function linesOf(client, id) {
  assert.ok(id, "There is no such file.");
  const text = await (await client.files.content(id)).text();
  return text
    .trim()
    .split("\n")
    .map((each) => JSON.parse(each));
}

const ids = (count) => Array.from({ length: count }, (_, index) => `row-${index}`);
const linesFor = (count) => ids(count).map((id) => line(id));
const SECOND_FAILS = { rows: [{ index: 1, outcome: { error: { status: 400 } } }] };

/** The tasks, each with what it asks for and what each program documents for it. */
const TASKS = [
  {
    name: "one of three requests fails, and the counts say so",
    scenario: SECOND_FAILS,
    async run(client) {
      const batch = await ended(client, await created(client, linesFor(3)));
      assert.deepEqual(batch.request_counts, { total: 3, completed: 2, failed: 1 });
    },
  },
  {
    name: "a completed batch's error file contains the failed request",
    scenario: SECOND_FAILS,
    async run(client) {
      const batch = await ended(client, await created(client, linesFor(3)));
      const [failed] = await linesOf(client, batch.error_file_id);
      assert.deepEqual([failed.custom_id, failed.response.status_code], ["row-1", 400]);
    },
  },
  {
    name: "a batch expires, and keeps the results of its finished half",
    scenario: "expires-halfway",
    headers: { "X-AIMock-Batch-Outcome": "expired" },
    async run(client) {
      const batch = await ended(client, await created(client, linesFor(10)));
      assert.equal(batch.status, "expired");
      assert.equal((await linesOf(client, batch.output_file_id)).length, 5);
    },
  },
  {
    name: "a canceled batch is `cancelling`, then `cancelled`, and each request is in one of its files",
    scenario: "slow-job",
    async run(client) {
      const { id } = await created(client, linesFor(10));
      assert.equal((await client.batches.cancel(id)).status, "cancelling");
      const batch = await ended(client, { id });
      assert.equal(batch.status, "cancelled");
      const files = [batch.output_file_id, batch.error_file_id].filter(Boolean);
      const found = await Promise.all(files.map((file) => linesOf(client, file)));
      assert.deepEqual(
        found
          .flat()
          .map((each) => each.custom_id)
          .sort(),
        ids(10),
      );
    },
  },
  {
    name: "lines are not in the order of the requests",
    scenario: "shuffled",
    async run(client) {
      const batch = await ended(client, await created(client, linesFor(10)));
      const found = (await linesOf(client, batch.output_file_id)).map(({ custom_id: id }) => id);
      assert.notDeepEqual(found, ids(10));
      assert.deepEqual(found.sort(), ids(10));
    },
  },
  {
    name: "a file whose second line isn't JSON fails the batch, and the error names the line",
    async run(client) {
      const batch = await ended(client, await created(client, [line("row-0"), "{"]));
      assert.equal(batch.status, "failed");
      assert.equal(batch.errors.data[0].line, 2);
    },
  },
  {
    name: "three batches are listed on two pages",
    async run(client) {
      const made = [];
      for (const id of ids(3)) made.unshift((await created(client, [line(id)])).id);
      const page = await client.batches.list({ limit: 2 });
      assert.equal(page.has_more, true);
      const listed = [];
      for await (const { id } of client.batches.list({ limit: 2 })) listed.push(id);
      // A mock may still list batches from earlier tasks.
      assert.deepEqual(listed.slice(0, 3), made);
    },
  },
  {
    name: "the first create request gets 429 with Retry-After, and the SDK's own retry succeeds",
    scenario: {
      faults: [{ on: "createJob", status: 429, headers: { "Retry-After": "1" }, times: 1 }],
    },
    firstGets: { rateLimitRate: 1 },
    async run(client) {
      const batch = await ended(client, await created(client, [line("row-0")]));
      assert.equal(batch.status, "completed");
    },
  },
];

async function outcomeOf(start, task) {
  const { client, close } = await start(task);
  try {
    await task.run(client);
    return "yes";
  } catch (error) {
    return `no: ${error.message.split("\n").filter(Boolean).slice(0, 6).join(" ")}`;
  } finally {
    await close();
  }
}

try {
  console.log(`| task | ${Object.keys(PROGRAMS).join(" | ")} |\n|---|---|---|`);
  for (const task of TASKS) {
    const cells = [];
    for (const start of Object.values(PROGRAMS)) cells.push(await outcomeOf(start, task));
    console.log(`| ${task.name} | ${cells.join(" | ")} |`);
    if (cells[0] !== "yes") process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
