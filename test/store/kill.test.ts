import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "@jest/globals";
import { connect } from "../../src/index.ts";

// A process is killed at many random moments while clients use it. Whatever it told them has to be there afterward, once.

const KILLS = Number(process.env["BATCH_SIM_KILLS"] ?? 100);
const NUM_CLIENTS = 4;
const HEADERS = { authorization: "Key kill", "content-type": "application/json" };
const ADVANCE_MS = 1000;
/** The journal may lose what happened 100 ms before a kill. The rest is for a busy machine: losses from earlier runs still show. */
const JOURNAL_LOSS_MS = 100 + 10_000;

const SCENARIO = `
faults:
  - { name: busy, on: getQuotas, every: 2, error: forbidden }
`;

type Served = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly controlUrl: string;
};

/** The process that runs now; a failure must not leave it behind. */
let running: ChildProcess | undefined;

afterAll(() => {
  running?.kill("SIGKILL");
});

async function serve(folder: string): Promise<Served> {
  const program = join(process.cwd(), "dist", "cli.cjs");
  const options = [
    "--store",
    "sim.db",
    "--scenario",
    "s.yaml",
    "--clock",
    "manual",
    "--max-journal-exchanges",
    "1000000",
  ];
  const args = [program, "--port", "0", "--json", "--log", "silent", ...options];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, ...JSON.parse(String(line)) };
}

/** What clients were told, and how often they were told nothing because of a kill. */
class Told {
  /** The inputs of each job, and when its creation was confirmed. */
  readonly jobs = new Map<string, { readonly inputs: readonly string[]; readonly at: number }>();
  /** Jobs whose creations may be missing in the journal, because a kill followed soon. */
  readonly unrecorded = new Set<string>();
  /** Jobs whose cancellation was requested; a kill can leave open whether the request arrived. */
  readonly cancelled = new Set<string>();
  cancels = 0;
  readonly datasets = new Map<string, number>();
  fired = 0;
  advances = 0;
  now = 0;
  unknown = 0;
}

async function call(url: string, method = "GET", body?: unknown): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers: HEADERS, ...content });
  // Only the fault is an error.
  if (!response.ok) expect(response.headers.get("x-sim-fault")).toBe("busy");
  return response;
}

type Act = (served: Served, told: Told) => Promise<void>;

let count = 0;

const submit: Act = async ({ baseUrl }, told) => {
  const inputs = [`input ${++count}`, "long ".repeat(Math.random() < 0.3 ? 5000 : 1)];
  const response = await call(`${baseUrl}/batch-inference`, "POST", { inputs });
  const { job_id: jobId } = (await response.json()) as { job_id: string };
  expect(told.jobs.has(jobId)).toBe(false);
  told.jobs.set(jobId, { inputs, at: Date.now() });
};

const cancel: Act = async ({ baseUrl }, told) => {
  const [jobId] = [...told.jobs.keys()].slice(-1);
  if (jobId === undefined) return;
  told.cancelled.add(jobId);
  await (await call(`${baseUrl}/v1/job-cancel/${jobId}`)).arrayBuffer();
  told.cancels++;
};

const advance: Act = async ({ controlUrl }, told) => {
  const response = await call(`${controlUrl}/clock/advance`, "POST", { by: ADVANCE_MS });
  const { now } = (await response.json()) as { now: number };
  told.now = Math.max(told.now, now);
  told.advances++;
};

const ask: Act = async ({ baseUrl }, told) => {
  const response = await call(`${baseUrl}/get-quotas`);
  await response.arrayBuffer();
  if (response.headers.has("x-sim-fault")) told.fired++;
};

const fill: Act = async ({ baseUrl }, told) => {
  const { dataset_id: id } = (await (await call(`${baseUrl}/create-dataset`)).json()) as {
    dataset_id: string;
  };
  told.datasets.set(id, 0);
  const form = new FormData();
  form.set("dataset_id", id);
  form.set("file", new Blob([`inputs\n${"row\n".repeat(20_000)}`]), "rows.csv");
  const { authorization } = HEADERS;
  const url = `${baseUrl}/upload-to-dataset`;
  const response = await fetch(url, { method: "POST", headers: { authorization }, body: form });
  await response.arrayBuffer();
  if (response.ok) told.datasets.set(id, 20_000);
};

const ACTS: readonly Act[] = [submit, submit, cancel, advance, ask, ask, fill];

/** Does one thing after another until the process is killed. */
async function use(served: Served, told: Told): Promise<void> {
  for (;;) {
    const act = ACTS[Math.floor(Math.random() * ACTS.length)] ?? ask;
    try {
      await act(served, told);
    } catch (error) {
      // Only a kill breaks connections.
      if (!(error instanceof TypeError)) throw error;
      told.unknown++;
      return;
    }
  }
}

async function check({ controlUrl }: Served, told: Told, killedAt: number): Promise<void> {
  const control = connect(controlUrl, { apiKey: "kill" });
  const { jobs, clock, faultHits, datasets, journal } = await control.snapshot();
  const byId = new Map(jobs.map(({ jobId, facts }) => [jobId, facts.map(({ type }) => type)]));
  expect(byId.size).toBe(jobs.length);
  expect(jobs.length).toBeLessThanOrEqual(told.jobs.size + told.unknown);
  expect([...told.jobs.keys()].filter((jobId) => !byId.has(jobId))).toEqual([]);
  // A creation is there completely or not at all.
  expect(jobs.filter(({ facts }) => facts[1]?.type !== "inputs")).toEqual([]);
  const cancels = [...byId.values()].flat().filter((type) => type === "cancelRequested").length;
  between(cancels, told.cancels, told.unknown);
  const moves = (clock.now - Date.UTC(2030, 0, 1)) / ADVANCE_MS;
  between(moves, told.advances, told.unknown);
  expect(clock.now).toBeGreaterThanOrEqual(told.now);
  between(faultHits["busy"]?.fired ?? 0, told.fired, told.unknown);
  const rows = new Map(datasets.map(({ datasetId, files }) => [datasetId, files[0]?.numRows ?? 0]));
  for (const [id, numRows] of told.datasets) expect(rows.get(id)).toBeGreaterThanOrEqual(numRows);
  const ids = journal.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const recorded = new Set(journal.map(({ jobId }) => jobId));
  for (const [jobId, { at }] of told.jobs) {
    if (recorded.has(jobId) || told.unrecorded.has(jobId)) continue;
    expect(at).toBeGreaterThan(killedAt - JOURNAL_LOSS_MS);
    told.unrecorded.add(jobId);
  }
}

function between(found: number, told: number, unknown: number): void {
  expect(found).toBeGreaterThanOrEqual(told);
  expect(found).toBeLessThanOrEqual(told + unknown);
}

async function checkResults({ baseUrl, controlUrl }: Served, told: Told): Promise<void> {
  await connect(controlUrl, { apiKey: "kill" }).clock.advance("30d");
  for (const [jobId, { inputs }] of [...told.jobs].slice(0, 200)) {
    if (told.cancelled.has(jobId)) continue;
    const url = `${baseUrl}/jobs/${jobId}/results?result_format=json&include_inputs=true`;
    const response = await fetch(url, { headers: HEADERS });
    const body = (await response.json()) as { inputs?: string[] };
    expect({ jobId, status: response.status, body }).toMatchObject({
      status: 200,
      body: { inputs },
    });
  }
}

test(`${KILLS} kills lose nothing that a client was told`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-kill-"));
  writeFileSync(join(folder, "s.yaml"), SCENARIO);
  const told = new Told();
  let killedAt = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const served = await serve(folder);
    await check(served, told, killedAt);
    const clients = Array.from({ length: NUM_CLIENTS }, () => use(served, told));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    killedAt = Date.now();
    served.child.kill("SIGKILL");
    await Promise.all([once(served.child, "exit"), ...clients]);
  }
  const served = await serve(folder);
  await check(served, told, killedAt);
  await checkResults(served, told);
  served.child.kill("SIGTERM");
  await once(served.child, "exit");
  rmSync(folder, { recursive: true });
  expect(told.jobs.size).toBeGreaterThan(0);
  process.stdout.write(
    `${KILLS} kills: ${told.jobs.size} jobs, ${told.fired} faults, ${told.unknown} unanswered\n`,
  );
}, 900_000);
