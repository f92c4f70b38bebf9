import { connect, SimulatorError } from "../../src/index.ts";
import { type History, Untold } from "./history.ts";

/** Where a simulator, or one of its replicas, can be reached. */
export type Place = { readonly baseUrl: string; readonly controlUrl: string };

/** The environment of a run's clients. */
export type Scene = {
  readonly history: History;
  /** A place that may respond. The same number gives the same place if it is available, and otherwise a different one each time. */
  readonly place: (number?: number) => Place;
  readonly isOver: () => boolean;
  /** Whether the run has ended because something failed, in which case nothing may work anymore. */
  readonly hasFailed: () => boolean;
};

/** The writers' jobs stay in their state until a client changes them. */
export const HELD = { profiles: [{ outcome: { stuck: { in: "queued" } } }] } as const;

/** The values of a job's register. */
const [CREATED, CHANGED] = [1, 2];

const OPENED_AT = Date.UTC(2030, 0, 1);

/** Writers soon switch to another replica; readers wait on connections to a paused one, which may respond when it resumes. */
const PATIENCE_MS = { writer: 1000, reader: 30_000, behaving: 120_000 };

const PAUSE_MS = 25;

/**
 * Time after which a reader that waits for a response sends another request, so that a paused leader receives some that are
 * newer than changes.
 */
const ASK_AGAIN_MS = 200;

/** Maximum number of pending requests of a reader. */
const MAX_OPEN_READS = 30;

/**
 * The change to a job after its creation: each writer's job gets one of these. There is only one, because an attempt with an
 * unknown outcome may take effect after a later change.
 */
const CHANGES = ["cancel", "failed", "succeeded", undefined] as const;

type Change = (typeof CHANGES)[number];

type Job = { readonly id: string; readonly change: Change };

function pause(ms = PAUSE_MS): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

/** Sends a request. Rejects with `Untold` if there is no response, or if the response is about the store. */
async function call(
  key: string,
  url: string,
  { body, patienceMs = PATIENCE_MS.reader }: { body?: unknown; patienceMs?: number } = {},
): Promise<Response> {
  const headers = { authorization: `Key ${key}`, "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, { headers, signal, ...init });
    const text = await response.text();
    if (response.headers.get("x-sim-error") === "SIM_STORE") throw new Untold(text);
    return new Response(text, { status: response.status });
  } catch (error) {
    throw error instanceof Untold ? error : new Untold("no response", { cause: error });
  }
}

async function expected(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`Got status ${response.status}: ${await response.text()}`);
}

/** Repeats an action until its success is confirmed, or the run is over. */
async function insist({ isOver }: Scene, act: () => Promise<unknown>): Promise<void> {
  while (!isOver())
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof Untold)) throw error;
      await pause();
    }
}

/** A sandbox in which one client writes, and others read. */
export class Sandbox {
  readonly #key: string;
  readonly #scene: Scene;
  /** The jobs that readers know about. */
  readonly #jobs: Job[] = [];
  #seconds = 0;

  constructor(scene: Scene, key: string) {
    this.#scene = scene;
    this.#key = key;
  }

  /** Creates jobs, changes them, and moves the clock. */
  async write(): Promise<void> {
    for (let count = 0; !this.#scene.isOver(); count++) {
      await insist(this.#scene, () => this.#writeJob(count));
      await insist(this.#scene, () => this.#advance());
      await pause();
    }
  }

  /** Reads on one reader's connections. The reader asks again if it gets no response for a while, and waits for all responses. */
  async read(reader: number): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!this.#scene.isOver()) {
      const reading = this.#readOnce(reader).finally(() => open.delete(reading));
      open.add(reading);
      await Promise.race([reading, pause(ASK_AGAIN_MS)]);
      if (open.size >= MAX_OPEN_READS) await Promise.race(open);
      await pause(5);
    }
    await Promise.all(open);
  }

  /** Reads the status of a job, the clock, or a snapshot. */
  async #readOnce(reader: number): Promise<void> {
    const what = Math.random();
    const act = what < 0.6 ? this.#readStatus : what < 0.95 ? this.#readClock : this.#readAll;
    const place = this.#scene.place(reader);
    // The next read is a different one.
    await this.#scene.history.read(() => act.call(this, place)).catch(ignoreUntold);
  }

  async #writeJob(count: number): Promise<void> {
    const { history } = this.#scene;
    const change = CHANGES[count % CHANGES.length];
    const id = await history.create(async () => {
      const { baseUrl } = this.#scene.place();
      const body = { inputs: [`job ${count}`] };
      const response = await this.#write(`${baseUrl}/batch-inference`, body);
      const created = (await response.json()) as { job_id: string };
      return created.job_id;
    });
    this.#jobs.push({ id, change });
    if (change !== undefined)
      await insist(this.#scene, () => history.write(id, CHANGED, () => this.#change(id, change)));
  }

  async #change(id: string, change: NonNullable<Change>): Promise<void> {
    const { baseUrl, controlUrl } = this.#scene.place();
    if (change === "cancel") await this.#write(`${baseUrl}/v1/job-cancel/${id}`);
    else await this.#write(`${controlUrl}/jobs/${id}/force`, { state: change });
  }

  async #write(url: string, body?: unknown): Promise<Response> {
    return expected(await call(this.#key, url, { body, patienceMs: PATIENCE_MS.writer }));
  }

  async #advance(): Promise<void> {
    const value = ++this.#seconds;
    const to = OPENED_AT + value * 1000;
    await this.#scene.history.write(this.#clock, value, async () =>
      this.#write(`${this.#scene.place().controlUrl}/clock/advance`, { to }),
    );
  }

  async #readStatus({ baseUrl }: Place): Promise<[string, number][]> {
    const job = pick(this.#jobs.slice(-3));
    if (job === undefined) return [];
    const response = await call(this.#key, `${baseUrl}/job-status/${job.id}`);
    if (response.status === 404) return [[job.id, 0]];
    const { job_status: states } = (await (await expected(response)).json()) as {
      job_status: Record<string, string>;
    };
    return [[job.id, valueAt(job, states[job.id] ?? "")]];
  }

  async #readClock({ controlUrl }: Place): Promise<[string, number][]> {
    const response = await call(this.#key, `${controlUrl}/clock`);
    const { now } = (await (await expected(response)).json()) as { now: number };
    return [[this.#clock, (now - OPENED_AT) / 1000]];
  }

  async #readAll({ controlUrl }: Place): Promise<[string, number][]> {
    // Jobs that are created in the meantime may be missing.
    const known = [...this.#jobs];
    const response = await call(this.#key, `${controlUrl}/snapshot`);
    const { clock, jobs } = (await (await expected(response)).json()) as {
      clock: { now: number };
      jobs: { jobId: string; facts: { type: string }[] }[];
    };
    const facts = new Map(jobs.map((job) => [job.jobId, job.facts]));
    const values = known.map(({ id }): [string, number] => {
      const types = facts.get(id)?.map(({ type }) => type) ?? [];
      const isChanged = types.includes("forced") || types.includes("cancelRequested");
      return [id, types.length === 0 ? 0 : isChanged ? CHANGED : CREATED];
    });
    return [[this.#clock, (clock.now - OPENED_AT) / 1000], ...values];
  }

  get #clock(): string {
    return `clock of ${this.#key}`;
  }
}

/** The value of its register that corresponds to a job's state. */
function valueAt({ change }: Job, state: string): number {
  if (state === "QUEUED") return CREATED;
  const cause = state.startsWith("CANCELL") ? "cancel" : state.toLowerCase();
  if (cause !== change)
    throw new Error(`Got the state ${state} of a job for which nobody asked that.`);
  return CHANGED;
}

function ignoreUntold(error: unknown): void {
  if (!(error instanceof Untold)) throw error;
}

/** Name of the register of a clock that moves by itself. */
const MOVING = "moving clock";

/** Reads a clock that moves by itself. */
export async function watchClock(scene: Scene, key: string): Promise<void> {
  while (!scene.isOver()) {
    const read = async (): Promise<[string, number][]> => {
      const response = await call(key, `${scene.place().controlUrl}/clock`);
      const { now } = (await (await expected(response)).json()) as { now: number };
      return [[MOVING, now]];
    };
    await scene.history.read(read).catch(ignoreUntold);
    await pause();
  }
  scene.history.noteTime(MOVING);
}

/** A client that does everything right: it retries failed requests, and follows each of its jobs to its end. */
export async function behave(scene: Scene, key: string): Promise<number> {
  const ended = new Set<string>();
  const json = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const response = await call(key, scene.place().baseUrl + path, {
      body,
      patienceMs: PATIENCE_MS.behaving,
    });
    return (await expected(response)).json() as Promise<Body>;
  };
  let isFirstAttempt = true;
  const create = async (): Promise<string> => {
    if (!isFirstAttempt) {
      // An attempt with an unknown outcome may have created a job.
      const { jobs } = await json<{ jobs: { job_id: string }[] }>("/list-jobs");
      const open = jobs.find(({ job_id: id }) => !ended.has(id));
      if (open !== undefined) return open.job_id;
    }
    isFirstAttempt = false;
    return (await json<{ job_id: string }>("/batch-inference", { inputs: ["a"] })).job_id;
  };
  while (!scene.isOver()) {
    let id = "";
    isFirstAttempt = true;
    await attempt(scene, async () => {
      id = await create();
    });
    await attempt(scene, () =>
      connect(scene.place().controlUrl, { apiKey: key }).clock.advance("1h"),
    );
    await attempt(scene, async () => {
      const { job_status: states } = await json<{ job_status: Record<string, string> }>(
        `/job-status/${id}`,
      );
      if (states[id] !== "SUCCEEDED") throw new Error(`Expected a success, got ${states[id]}.`);
    });
    await attempt(scene, () => json(`/jobs/${id}/results?result_format=json`));
    ended.add(id);
    await pause();
  }
  return ended.size;
}

/** Repeats an action until it succeeds, because a job that was created must be followed to its end. */
async function attempt({ hasFailed }: Scene, act: () => Promise<unknown>): Promise<void> {
  while (!hasFailed())
    try {
      await act();
      return;
    } catch (error) {
      const isOpen = error instanceof Untold || error instanceof SimulatorError;
      if (!isOpen) throw error;
      await pause(200);
    }
}
