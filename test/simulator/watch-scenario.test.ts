import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";

// Tests a watch by its notices: each edit ends in a notice, so the tests don't wait for a time.

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-watch-"));
  file = join(folder, "mine.yaml");
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Saves like an editor: a new file replaces the old one. */
async function save(path: string, text: string): Promise<void> {
  await writeFile(`${path}.tmp`, text);
  await rename(`${path}.tmp`, path);
}

type Watched = {
  readonly sim: Simulator;
  readonly client: Client;
  /** The simulator's next notice. */
  readonly heard: () => Promise<string>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

async function watched(text: string): Promise<Watched> {
  await save(file, text);
  const notices: string[] = [];
  const listeners: ((notice: string) => void)[] = [];
  const onNotice = (notice: string): void => {
    const listener = listeners.shift();
    if (listener === undefined) notices.push(notice);
    else listener(notice);
  };
  const sim = await startSimulator({ scenario: file, watch: true, clock: "manual", onNotice });
  const heard = async (): Promise<string> =>
    notices.shift() ?? new Promise((resolve) => listeners.push(resolve));
  const dispose = async (): Promise<void> => {
    await sim.close();
    expect(notices).toEqual([]);
  };
  return { sim, client: new Client(sim, sim.apiKey), heard, [Symbol.asyncDispose]: dispose };
}

const reloaded = (): string => `Reloaded the scenario \`${file}\`: new requests use it.`;

test("an edited scenario is played from the next request on, and jobs that are there go on as they were", async () => {
  await using watch = await watched("profiles: [{ running: 1h }]");
  const before = await watch.client.submit({ inputs: ["a"] });
  await save(file, "profiles: [{ running: 1s }]\nassumptions: { create-status: 202 }");
  expect(await watch.heard()).toBe(reloaded());
  const { status, body } = await watch.client.create({ inputs: ["b"] });
  expect(status).toBe(202);
  await watch.sim.clock.advance("1m");
  expect(await watch.client.state(before)).toBe("RUNNING");
  expect(await watch.client.state(body.job_id)).toBe("SUCCEEDED");
});

test("a scenario with problems changes nothing and is told of, with all of them; the next good one counts", async () => {
  await using watch = await watched("profiles: [{ running: 1h }]");
  await save(file, "profils: []\nseed: x");
  expect(await watch.heard()).toBe(
    [
      `Kept the previous scenario. Failed to read the scenario \`${file}\`: 2 problems.`,
      `${file}:1:1 profils: Unknown key \`profils\`. Did you mean \`profiles\`?`,
      `${file}:2:7 seed: Expected an integer, got \`"x"\` (string).`,
    ].join("\n"),
  );
  const jobId = await watch.client.submit({ inputs: ["a"] });
  await watch.sim.clock.advance("10m");
  expect(await watch.client.state(jobId)).toBe("RUNNING");
  await save(file, "profiles: [{ running: 0 }]");
  expect(await watch.heard()).toBe(reloaded());
});

test("data files beside the scenario belong to it", async () => {
  await save(join(folder, "rows.csv"), "inputs\none\n");
  await save(join(folder, "replies.jsonl"), '{"input": "one", "output": "eins"}');
  await using watch = await watched(
    "profiles: [{ queued: 0, starting: 0, running: 0 }]\ndatasets: { dataset-1: { files: rows.csv } }\nrows: [{ outcome: { canned: replies.jsonl } }]",
  );
  const outputs = async (): Promise<string[]> => {
    const jobId = await watch.client.submit({ inputs: "dataset-1", job_priority: 1 });
    return (await watch.client.jsonResults(jobId)).body.outputs;
  };
  expect(await outputs()).toEqual(["eins"]);
  await save(join(folder, "replies.jsonl"), '{"input": "one", "output": "uno"}');
  expect(await watch.heard()).toBe(reloaded());
  expect(await outputs()).toEqual(["uno"]);
  await save(join(folder, "rows.csv"), "inputs\none\none\n");
  expect(await watch.heard()).toBe(reloaded());
  expect(await outputs()).toEqual(["uno", "uno"]);
});

test("what is doubtful about a scenario is told when it is loaded, and again when it is reloaded", async () => {
  const doubtful = "profiles: [{ running: 60d }]";
  const finding = `${file}:1:12 profiles.0: A job with this profile usually takes 60 days or more. If it should never end, write \`outcome: { stuck: { in: running } }\`. [warning endless-profile]`;
  await using watch = await watched(doubtful);
  expect(await watch.heard()).toBe(finding);
  await save(file, `${doubtful}\nseed: 2`);
  expect(await watch.heard()).toBe(reloaded());
  expect(await watch.heard()).toBe(finding);
});

test("only a file can be watched", async () => {
  await expect(startSimulator({ watch: true, scenario: "slow-job" })).rejects.toThrow(
    "Expected `scenario` to be a file if `watch` is set, got `slow-job`.",
  );
});
