import { expect } from "@jest/globals";
import { connect } from "../../src/index.ts";
import type { Served } from "./processes.ts";

/** The addresses to which clients send requests. */
export type Target = Pick<Served, "baseUrl" | "controlUrl">;

/** Number of clients at a time. */
export const NUM_CLIENTS = 4;

/** The clients depend on this scenario. */
export const SCENARIO = `
faults:
  - { name: busy, on: getQuotas, every: 2, error: forbidden }
`;

const API_KEY = "kill";
const HEADERS = { authorization: `Key ${API_KEY}`, "content-type": "application/json" };
const ADVANCE_MS = 1000;
/**
 * The journal may lose the last 100 ms before a kill. The rest is a margin for a busy machine; losses from earlier runs would
 * still be noticed.
 */
const JOURNAL_LOSS_MS = 100 + 10_000;

/** What clients were told, and how often they got no response because of a kill. */
export class Told {
  /** The inputs of each job, and when its creation was confirmed. */
  readonly jobs = new Map<string, { readonly inputs: readonly string[]; readonly at: number }>();
  /** Jobs whose creations may be missing in the journal, because a kill followed soon. */
  readonly unrecorded = new Set<string>();
  /** Jobs whose cancellation was requested; after a kill, it can be unknown whether the request arrived. */
  readonly cancelled = new Set<string>();
  cancels = 0;
  readonly datasets = new Map<string, number>();
  fired = 0;
  advances = 0;
  now = 0;
  /** Number of actions with an unknown outcome, by kind. */
  readonly unknown = { submit: 0, cancel: 0, advance: 0, ask: 0, fill: 0 };
  /** Number of these that were rejected because the store was not available. */
  unavailable = 0;
  #answeredAt = performance.now();
  #longestSilenceMs = 0;

  /** Records that a client received a response. */
  answer(): void {
    const now = performance.now();
    this.#longestSilenceMs = Math.max(this.#longestSilenceMs, now - this.#answeredAt);
    this.#answeredAt = now;
  }

  /** A summary for the reader of a test's output. */
  get summary(): string {
    const unknown = Object.values(this.unknown).reduce((sum, count) => sum + count, 0);
    return `${this.jobs.size} jobs, ${this.fired} faults, ${unknown} unanswered, nothing for up to ${Math.round(this.#longestSilenceMs)} ms`;
  }
}

/** The store was not available, so the outcome of a request is open. */
class Unavailable extends Error {}

async function call(url: string, method = "GET", body?: unknown): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return expected(await fetch(url, { method, headers: HEADERS, ...content }));
}

/** Only the fault and an unavailable store may cause errors. */
function expected(response: Response): Response {
  if (response.headers.get("x-sim-error") === "SIM_STORE") throw new Unavailable();
  if (!response.ok) expect(response.headers.get("x-sim-fault")).toBe("busy");
  return response;
}

type Act = (target: Target, told: Told) => Promise<void>;

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
  const init = { method: "POST", headers: { authorization }, body: form };
  await expected(await fetch(url, init)).arrayBuffer();
  told.datasets.set(id, 20_000);
};

const ACTS = { submit, cancel, advance, ask, fill };
const CHOICES = ["submit", "submit", "cancel", "advance", "ask", "ask", "fill"] as const;

const PAUSE_MS = 20;

/** Yields to others: clients that retry immediately take CPU time from starting processes. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** Performs random actions one after another. */
export async function use(target: Target, told: Told, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const name = CHOICES[Math.floor(Math.random() * CHOICES.length)] ?? "ask";
    try {
      await ACTS[name](target, told);
      told.answer();
    } catch (error) {
      if (error instanceof Unavailable) told.unavailable++;
      // Only a kill breaks connections.
      else if (!(error instanceof TypeError)) throw error;
      told.unknown[name]++;
      await pause();
    }
  }
}

/** Everything that clients were told exists, once, and nothing exists that they did not ask for. */
export async function check({ controlUrl }: Target, told: Told): Promise<void> {
  const control = connect(controlUrl, { apiKey: API_KEY });
  const { jobs, clock, faultHits, datasets, journal } = await control.snapshot();
  const byId = new Map(jobs.map(({ jobId, facts }) => [jobId, facts.map(({ type }) => type)]));
  expect(byId.size).toBe(jobs.length);
  expect(jobs.length).toBeLessThanOrEqual(told.jobs.size + told.unknown.submit);
  expect([...told.jobs.keys()].filter((jobId) => !byId.has(jobId))).toEqual([]);
  // A creation is stored completely or not at all.
  expect(jobs.filter(({ facts }) => facts[1]?.type !== "inputs")).toEqual([]);
  const cancels = [...byId.values()].flat().filter((type) => type === "cancelRequested").length;
  between(cancels, told.cancels, told.unknown.cancel);
  const moves = (clock.now - Date.UTC(2030, 0, 1)) / ADVANCE_MS;
  between(moves, told.advances, told.unknown.advance);
  expect(clock.now).toBeGreaterThanOrEqual(told.now);
  between(faultHits["busy"]?.fired ?? 0, told.fired, told.unknown.ask);
  const rows = new Map(datasets.map(({ datasetId, files }) => [datasetId, files[0]?.numRows ?? 0]));
  for (const [id, numRows] of told.datasets) expect(rows.get(id)).toBeGreaterThanOrEqual(numRows);
  const ids = journal.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

/** Every confirmed creation is in the journal, unless a kill followed soon. */
export async function checkJournal(
  { controlUrl }: Target,
  told: Told,
  killedAt: number,
): Promise<void> {
  const journal = await connect(controlUrl, { apiKey: API_KEY }).journal.find({});
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

/** The results of the first jobs contain the inputs that clients sent. */
export async function checkResults({ baseUrl, controlUrl }: Target, told: Told): Promise<void> {
  await connect(controlUrl, { apiKey: API_KEY }).clock.advance("30d");
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
