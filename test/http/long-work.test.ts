import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";

// While long work is between two of its slices, other clients get responses, and its result is unaffected.

/** More jobs with limited slots than are replayed at once. */
const JOBS = 510;

const ONE_SLOT = {
  capacity: 1,
  profiles: [{ queued: 0, starting: 0, running: "1s", cancel: { takes: 0 } }],
} as const;

const { setImmediate } = globalThis;
const { now } = performance;
let sim: Simulator;
let client: Client;
let other: Client;
let ids: readonly string[];
let otherJob: string;

// Checking every exchange against the spec would take most of the time.
beforeAll(async () => {
  sim = await startSimulator({ clock: "manual", scenario: ONE_SLOT });
  client = new Client(sim, sim.apiKey);
  other = new Client(sim, "other");
  const created: string[] = [];
  while (created.length < JOBS) created.push(await client.submit({ inputs: ["a"] }));
  ids = created;
  otherJob = await other.submit({ inputs: ["a"] });
});

afterEach(resume);
afterAll(() => sim[Symbol.asyncDispose]());

/** Ends each slice of long work after its first step, and pauses the work there; the result still arrives. */
function suspended(): Promise<() => void> {
  let time = now.call(performance);
  performance.now = () => (time += 1000);
  return new Promise((resolve) => {
    const hold = (run: () => void): unknown =>
      run.name === "goOn" ? resolve(run) : setImmediate(run);
    globalThis.setImmediate = hold as typeof setImmediate;
  });
}

function resume(): void {
  performance.now = now;
  globalThis.setImmediate = setImmediate;
}

/** The result of a request that is interrupted by another client's poll. */
async function interrupted<Result>(send: () => Promise<Result>): Promise<Result> {
  const paused = suspended();
  let isDone = false;
  const result = send().finally(() => {
    isDone = true;
  });
  const goOn = await Promise.race([paused, result.then(() => undefined)]);
  expect(await other.state(otherJob)).toBe("RUNNING");
  expect(isDone).toBe(false);
  resume();
  goOn?.();
  return result;
}

/** Resolves when the response begins: a long one also pauses while it is sent. */
function control(method: string, path: string, json?: unknown): Promise<Response> {
  const headers = { authorization: `Key ${sim.apiKey}` };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return fetch(`${sim.controlUrl}${path}`, { method, headers, ...body });
}

test.each(["/jobs", "/timelines", "/snapshot", "/report"])(
  "GET %s of a sandbox with hundreds of jobs",
  async (path) => {
    const response = await interrupted(() => control("GET", path));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await (await control("GET", path)).json());
  },
);

test("the upload of a CSV file", async () => {
  const { body } = await client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const form = new FormData();
  form.set("dataset_id", body.dataset_id);
  form.set("file", new Blob(["inputs\n", "a\n".repeat(1000)]), "rows.csv");
  const upload = () => client.request("POST", "/upload-to-dataset", { body: form });
  expect((await interrupted(upload)).status).toBe(200);
});

test("a cancel request that changes when hundreds of jobs run, and the clock's way to their ends", async () => {
  const [first = ""] = ids;
  expect(await client.state(first)).toBe("RUNNING");
  expect((await interrupted(() => client.cancel(first))).status).toBe(200);
  const advance = await interrupted(() => control("POST", "/clock/advance", { by: "1h" }));
  const { events } = (await advance.json()) as {
    events: readonly { jobId: string; state: string; at: number }[];
  };
  const ends = events.filter(({ state }) => state === "succeeded");
  expect(ends.map(({ jobId, at }) => [jobId, at - VIRTUAL_START])).toEqual(
    ids.slice(1).map((jobId, index) => [jobId, 1000 * (index + 1)]),
  );
});
