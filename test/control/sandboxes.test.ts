import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { connect, startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { REACHES, rejection } from "./reaches.ts";

const STORY = { profiles: [{ queued: "1s", starting: "2s", running: { rowsPerSecond: 1 } }] };

describe.each(REACHES)("sandboxes %s", (_, reach) => {
  test("have a key, a scenario, a seed and a clock of their own", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const control = reach(sim);
    await using box = await control.sandbox({
      name: "mine",
      scenario: STORY,
      seed: 7,
      clock: "poll:5s",
    });
    expect(box).toMatchObject({
      name: "mine",
      scenario: "scenario",
      seed: 7,
      baseUrl: sim.baseUrl,
      deploymentUrl: sim.deploymentUrl,
    });
    expect(box.apiKey).toMatch(/^sim-sandbox-[0-9a-f-]{36}$/);
    const client = sim.clientOf(box.apiKey);
    const jobId = await client.submit({ inputs: ["a"] });
    await client.state(jobId);
    expect(await box.clock.read()).toMatchObject({
      now: VIRTUAL_START + 5000,
      clock: "poll:5000ms",
    });
    expect(await control.clock.now()).toBe(VIRTUAL_START);
    expect((await box.control.jobs.list()).map((job) => job.jobId)).toEqual([jobId]);
    expect(await control.jobs.list()).toEqual([]);
    expect((await sim.client.request("GET", `/jobs/${jobId}`)).status).toBe(404);
    const { name } = await control.info();
    const listed = await control.sandboxes();
    expect(listed.map(({ name, jobs, seed }) => [name, jobs, seed])).toEqual([
      ["default", 0, 1],
      ["mine", 1, 7],
      [name, 0, 1],
    ]);
  });

  test("tell how clients of another API use them", async () => {
    const openai = ["openai", "authorization", "Bearer ", "OPENAI_BASE_URL", "base_url"] as const;
    const gemini = ["gemini", "x-goog-api-key", "", "GEMINI_API_KEY", "api_key"] as const;
    for (const [api, header, scheme, variable, source] of [openai, gemini]) {
      await using sim = await startTestSimulator({ api });
      await using box = await reach(sim).sandbox();
      const { headers, environment } = await box.control.access();
      expect(headers).toEqual({ [header]: `${scheme}${box.apiKey}` });
      expect(environment).toMatchObject({ [variable]: source });
    }
  });

  test("give equal ids for equal names and seeds, and others for others", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const control = reach(sim);
    const idIn = async (options: { name?: string; seed?: number }): Promise<string> => {
      await using box = await control.sandbox(options);
      return await sim.clientOf(box.apiKey).submit({ inputs: ["a"] });
    };
    const id = await idIn({ name: "a", seed: 1 });
    expect(await idIn({ name: "a", seed: 1 })).toBe(id);
    const others = [{ name: "b", seed: 1 }, { name: "a", seed: 2 }, {}];
    const ids = [id, ...(await Promise.all(others.map(idIn)))];
    expect(new Set(ids).size).toBe(4);
  });

  test("are named after any text, and different texts never share one", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const boxes = await Promise.all(
      [
        "TestClient/retries after a 503",
        "TestClient-retries-after-a-503",
        "TestClient/retries_after_a_503",
        "tests/test_a.py::test_b[é-1]",
        "日本語",
        "a".repeat(101),
        "a".repeat(102),
        "v1.0_x-y",
      ].map((name) => control.sandbox({ name })),
    );
    expect(boxes.map(({ name }) => name)).toEqual([
      "TestClient-retries-after-a-503-ac654ff4",
      "TestClient-retries-after-a-503",
      "TestClient-retries_after_a_503-d1b48345",
      "tests-test_a.py-test_b-e-1-4fa7d4f6",
      "77710aed",
      `${"a".repeat(91)}-9d079339`,
      `${"a".repeat(91)}-f2183711`,
      "v1.0_x-y",
    ]);
    expect(boxes[3]?.title).toBe("tests/test_a.py::test_b[é-1]");
    expect(await control.sandbox()).toMatchObject({ name: "sandbox-1", title: "sandbox-1" });
    expect((await rejection(control.sandbox({ name: "日本語" }))).code).toBe("SIM_SANDBOX_NAME");
  });

  test("replace others of the same name if they are told to", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const options = { name: "TestClient/retries", replace: true };
    const first = await control.sandbox(options);
    const jobId = await sim.clientOf(first.apiKey).submit({ inputs: ["a"] });
    const second = await control.sandbox(options);
    expect((await rejection(first.control.info())).code).toBe("SIM_UNKNOWN_SANDBOX");
    expect(await second.control.jobs.list()).toEqual([]);
    expect(await sim.clientOf(second.apiKey).submit({ inputs: ["a"] })).toBe(jobId);
    const wrong = { ...options, scenario: "happy-pth" };
    expect((await rejection(control.sandbox(wrong))).code).toBe("SIM_SCENARIO");
    expect(await second.control.jobs.list()).toHaveLength(1);
    const { message } = await rejection(control.sandbox({ name: "default", replace: true }));
    expect(message).toBe(
      "Expected `name` to be unused, got `default`, the name of another sandbox. The simulator was started with that sandbox's key, so the sandbox can't be replaced. Choose another name.",
    );
  });

  test("are gone once they are deleted, and their key is refused", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const box = await control.sandbox();
    const client = sim.clientOf(box.apiKey);
    await client.submit({ inputs: ["a"] });
    await box.control.delete();
    const { status, body } = await client.create({ inputs: ["a"] });
    const detail =
      "The API key is unknown. Its sandbox no longer exists: it was deleted, dropped, or replaced by another one with the same name.";
    expect([status, body]).toEqual([403, { detail }]);
    expect((await rejection(box.control.jobs.list())).code).toBe("SIM_UNKNOWN_SANDBOX");
    await box[Symbol.asyncDispose]();
    expect(await rejection(control.delete())).toMatchObject({ code: "SIM_SANDBOX_KEPT" });
  });

  test("are refused under a name that there is, or with options that are wrong", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    await using _first = await control.sandbox({ name: "mine" });
    expect((await rejection(control.sandbox({ name: "mine" }))).code).toBe("SIM_SANDBOX_NAME");
    const wrong = { clock: "fast", seed: 1.5, name: " ", color: "red" } as unknown as object;
    const { issues } = await rejection(control.sandbox(wrong));
    expect((issues as { path: string }[]).map(({ path }) => path)).toEqual([
      "seed",
      "clock",
      "name",
      "color",
    ]);
    expect((await rejection(control.sandbox({ scenario: "happy-pth" }))).code).toBe("SIM_SCENARIO");
    expect(await control.sandboxes()).toHaveLength(3);
  });

  test("are after a reset as they were at the start, in all that they hold", async () => {
    await using sim = await startTestSimulator({
      clock: "manual",
      scenario: "happy-path",
    });
    const control = reach(sim);
    await using box = await control.sandbox({
      clock: "manual",
      scenario: {
        ...STORY,
        datasets: { "dataset-1": { rows: ["one", "two"] } },
        assumptions: { "rate-limit": 100, webhooks: "standard" },
        faults: [{ on: "getQuotas", status: 503 }],
      },
    });
    await using receiver = await startReceiver();
    const client = sim.clientOf(box.apiKey);
    const fresh = await box.control.snapshot();
    const play = async () => {
      await box.control.webhooks.add({ url: receiver.url });
      const jobId = await client.submit({ inputs: "dataset-1", job_priority: 1 });
      await client.request("GET", "/get-quotas");
      await client.json("POST", "/list-datasets");
      await client.json("GET", "/create-dataset");
      await client.cancel(jobId);
      await box.control.files.put("rows.csv", "inputs\n");
      await box.clock.advance("1h");
      await box.control.jobs.force(jobId, "running");
      await sim.checkContract(box.apiKey);
      await box.control.scenario.put("instant");
      await box.control.faults.add({ on: "getQuotas", status: 500 });
      await client.request("GET", "/get-quotas");
      return box.control.snapshot();
    };
    const used = await play();
    expect(used).not.toEqual(fresh);
    for (const [key, value] of Object.entries(used))
      if (!["name", "seed"].includes(key))
        expect([key, value]).not.toEqual([key, fresh[key as "name"]]);
    await box.control.reset();
    expect(await box.control.snapshot()).toEqual(fresh);
    expect(masked(await play())).toEqual(masked(used));
  });

  test("end what waits in them without harm when they are reset", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const control = reach(sim);
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const stream = sim.client.request("GET", `/stream-job-progress/${jobId}`);
    while ((await control.clock.read()).waiting === 0) await new Promise(setImmediate);
    await control.reset();
    const lines = (await (await stream).text()).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).update_type)).toEqual(["progress", "tokens"]);
    expect(await control.journal.find()).toEqual([]);
    expect((await sim.client.request("GET", `/jobs/${jobId}`)).status).toBe(404);
  });
});

/** A snapshot without what the wall clock and the ports decide. */
function masked(snapshot: object): unknown {
  const text = JSON.stringify(snapshot, (key, value: unknown) =>
    ["wallAt", "durationMs"].includes(key) ? 0 : value,
  );
  return JSON.parse(text);
}

test("fifty sandboxes in parallel, with different scenarios and clocks, see nothing of each other", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const live = async (index: number): Promise<void> => {
    const isPolled = index % 2 === 0;
    await using box = await sim.sandbox({
      scenario: {
        profiles: [{ queued: `${index + 1}m`, starting: 0, running: "1m" }],
        faults: index % 3 === 0 ? [{ on: "getQuotas", status: 503 }] : [],
        assumptions: { "create-status": index % 5 === 0 ? 202 : 200 },
      },
      clock: isPolled ? "poll" : "manual",
      seed: index,
    });
    const client = sim.clientOf(box.apiKey);
    const created = await client.create({ inputs: [`row of ${index}`, "row of all"] });
    const jobId = created.body.job_id;
    expect(created.status).toBe(index % 5 === 0 ? 202 : 200);
    expect((await client.request("GET", "/get-quotas")).status).toBe(index % 3 === 0 ? 503 : 200);
    if (isPolled) expect(await client.follow(jobId)).toEqual(["QUEUED", "RUNNING", "SUCCEEDED"]);
    else await box.clock.advanceUntil({ jobId, state: "succeeded" });
    expect(await box.clock.now()).toBe(VIRTUAL_START + (index + 2) * 60_000);
    const { body } = await client.jsonResults(jobId, { include_inputs: true });
    expect(body.inputs).toEqual([`row of ${index}`, "row of all"]);
    const { jobs, journal } = await box.control.snapshot();
    expect(jobs.map((job) => job.jobId)).toEqual([jobId]);
    expect(new Set(journal.map((exchange) => exchange.jobId))).toEqual(new Set([jobId, undefined]));
    outputs.push(...body.outputs);
    await sim.checkContract(box.apiKey);
  };
  const outputs: string[] = [];
  await Promise.all(Array.from({ length: 50 }, (_, index) => live(index)));
  expect(new Set(outputs).size).toBeGreaterThan(90);
  expect(await sim.control.snapshot()).toMatchObject({ jobs: [], journal: [] });
  expect(await sim.control.sandboxes()).toHaveLength(2);
});

test("sandboxes with jobs that were just used are kept, and a new key is refused with the reason", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  await using sim = await startSimulator({ clock: "manual", maxSandboxes: 2, onNotice });
  const clientOf = (apiKey: string) => new Client(sim, apiKey);
  const own = clientOf(sim.apiKey);
  await own.submit({ inputs: ["a"] });
  const [first, second] = [clientOf("key-1"), clientOf("key-2")];
  await first.submit({ inputs: ["a"] });
  await second.submit({ inputs: ["a"] });
  await first.json("GET", "/list-jobs");
  const detail =
    "Failed to open another sandbox: the number of sandboxes is limited to 2 (`maxSandboxes`, `--max-sandboxes`), and all sandboxes are in use. Raise the limit, or delete sandboxes once you are done with them.";
  const refused = await clientOf("key-3").json("GET", "/list-jobs");
  expect([refused.status, refused.headers.get("x-sim-error"), refused.body]).toEqual([
    500,
    "SIM_MEMORY",
    {
      type: "about:blank",
      title:
        "batch-sim could not complete the request; this is not a response from the simulated service.",
      status: 500,
      detail,
      code: "SIM_MEMORY",
    },
  ]);
  expect(await rejection(sim.sandbox())).toMatchObject({ code: "SIM_MEMORY", message: detail });
  expect(notices).toEqual([`SIM_MEMORY: ${detail}`]);
  const jobsOf = async (client: typeof first) =>
    (await client.json<{ jobs: unknown[] }>("GET", "/list-jobs")).body.jobs.length;
  expect(await jobsOf(first)).toBe(1);
  expect(await jobsOf(second)).toBe(1);
  expect(await jobsOf(own)).toBe(1);
  await connect(sim.controlUrl ?? "", { apiKey: "key-1" }).delete();
  expect(await jobsOf(clientOf("key-3"))).toBe(0);
});

test("that a sandbox was dropped is said once for each, however often it comes back", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  await using sim = await startTestSimulator({ maxSandboxes: 2, onNotice });
  const clients = ["key-1", "key-2", "key-3"].map((key) => sim.clientOf(key));
  await sim.client.json("GET", "/list-jobs");
  for (let round = 0; round < 3; round++) {
    for (const client of clients) await client.json("GET", "/list-jobs");
  }
  const names = notices.map((notice) => /`([0-9a-f]{16})`/.exec(notice)?.[1]);
  expect(new Set(names).size).toBe(3);
  const why =
    "with its jobs and datasets: the number of sandboxes is limited to 2 (`maxSandboxes`, `--max-sandboxes`). Raise the limit, or delete sandboxes once you are done with them.";
  expect(notices).toEqual(names.map((name) => `Dropped the sandbox \`${name}\`, ${why}`));
});

test("a size that no sandbox with a job fits into is refused", async () => {
  expect(await rejection(startTestSimulator({ maxSandboxBytes: 9999 }))).toMatchObject({
    code: "SIM_OPTION",
    message:
      "Expected `maxSandboxBytes` to be an integer number of bytes, at least 102400, got `9999` (number).",
  });
});

test("a sandbox that is in use is never dropped, and its key works on", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    maxSandboxes: 2,
    onNotice: () => {},
  });
  await using box = await sim.sandbox();
  const client = sim.clientOf(box.apiKey);
  const jobId = await client.submit({ inputs: ["a"] });
  const stream = client.request("GET", `/stream-job-progress/${jobId}`);
  while ((await box.clock.read()).waiting === 0) await new Promise(setImmediate);
  for (let key = 0; key < 5; key++) await sim.clientOf(`key-${key}`).json("GET", "/list-jobs");
  await box.clock.advanceUntil("idle");
  expect(await (await stream).text()).toContain('"update_type":"tokens"');
  expect(await client.state(jobId)).toBe("SUCCEEDED");
});

test("sandboxes are bounded by their size together: one that was just used is kept, and no other can grow", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  await using sim = await startSimulator({ maxSandboxBytes: 300_000, onNotice });
  const clientOf = (apiKey: string) => new Client(sim, apiKey);
  const box = await sim.sandbox();
  const inputs = Array.from({ length: 100 }, () => "x".repeat(1000));
  await clientOf(box.apiKey).submit({ inputs });
  await clientOf("key-1").submit({ inputs });
  await clientOf("key-2").submit({ inputs });
  const refused = await clientOf("key-2").create({ inputs });
  expect(refused.headers.get("x-sim-error")).toBe("SIM_MEMORY");
  expect(await box.control.jobs.list()).toHaveLength(1);
  const jobs = (await sim.control.sandboxes()).map((sandbox) => sandbox.jobs);
  expect(jobs.filter((count) => count === 1)).toHaveLength(3);
  const full =
    "Failed to create another job, file, or dataset: the sandboxes' total memory is limited to 293 KiB (`maxSandboxBytes`, `--max-sandbox-bytes`). Raise the limit, or reset or delete sandboxes.";
  expect(notices).toEqual([`SIM_MEMORY: ${full}`]);
});

test("as many sandboxes as the limit says are kept, besides the simulator's own", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  await using sim = await startTestSimulator({ maxSandboxes: 3, onNotice });
  await sim.client.submit({ inputs: ["a"] });
  const boxes = [await sim.sandbox(), await sim.sandbox(), await sim.sandbox()];
  for (const box of boxes) await sim.clientOf(box.apiKey).submit({ inputs: ["a"] });
  expect(await sim.control.sandboxes()).toHaveLength(5);
  expect(notices).toEqual([]);
});

test("a full simulator refuses creates as its own failure, says so once, and goes on after a reset", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  await using sim = await startSimulator({ clock: "poll", maxSandboxBytes: 300_000, onNotice });
  const client = new Client(sim, sim.apiKey);
  const inputs = Array.from({ length: 300 }, () => "x".repeat(1000));
  const jobId = await client.submit({ inputs });
  const response = await client.create({ inputs: ["a"] });
  const detail =
    "Failed to create another job, file, or dataset: the sandboxes' total memory is limited to 293 KiB (`maxSandboxBytes`, `--max-sandbox-bytes`). Raise the limit, or reset or delete sandboxes.";
  expect(response.headers.get("x-sim-error")).toBe("SIM_MEMORY");
  expect([response.status, response.body]).toEqual([
    500,
    {
      type: "about:blank",
      title: "batch-sim failed; this is not a response from the simulated service.",
      status: 500,
      detail,
      code: "SIM_MEMORY",
    },
  ]);
  expect((await client.create({ inputs: ["a"] })).status).toBe(500);
  expect((await sim.control.jobs.list()).map((job) => job.jobId)).toEqual([jobId]);
  expect(notices).toEqual([`SIM_MEMORY: ${detail}`]);
  await sim.control.reset();
  expect((await client.create({ inputs: ["a"] })).status).toBe(200);
});
