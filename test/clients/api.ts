import type { Simulator } from "../../src/index.ts";

/** What a client of the service needs: requests with its key, and a way to wait. */
export type Api = {
  readonly get: (path: string, signal?: AbortSignal) => Promise<Response>;
  /** Sends a request with the same headers to any URL. */
  readonly getUrl: (url: string) => Promise<Response>;
  readonly post: (path: string, body: unknown) => Promise<Response>;
  /** Sends a request to the deployment's address. */
  readonly deployment: (path: string) => Promise<Response>;
  /** Waits, in seconds. */
  readonly sleep: (seconds: number) => Promise<void>;
};

/** A script that uses the service once. It may have a defect. */
export type ClientScript = (api: Api) => Promise<void>;

/** Terminal states. */
export const TERMINAL: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);

/** Connects a script to a simulator. Its requests may have a timeout, in milliseconds. */
export function apiOf(
  sim: Pick<Simulator, "baseUrl" | "deploymentUrl" | "apiKey">,
  sleep: Api["sleep"],
  timeoutMs?: number,
): Api {
  const limit = () => (timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) });
  const headers = { authorization: `Key ${sim.apiKey}`, "content-type": "application/json" };
  return {
    get: (path, signal) =>
      fetch(sim.baseUrl + path, { headers, ...limit(), ...(signal && { signal }) }),
    getUrl: (url) => fetch(url, { headers, ...limit() }),
    post: (path, body) => {
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return fetch(sim.baseUrl + path, { ...init, ...limit() });
    },
    deployment: (path) => fetch(sim.deploymentUrl + path, { headers, ...limit() }),
    sleep,
  };
}

/** Submits a job that must be accepted. */
export async function submit({ post }: Api, inputs: readonly string[]): Promise<string> {
  const response = await post("/batch-inference", { inputs });
  const { job_id: jobId } = (await response.json()) as { job_id: string };
  return jobId;
}

/** The state in a response to a status request. */
export async function stateIn(response: Response, jobId: string): Promise<string> {
  const { job_status: states } = (await response.json()) as { job_status: Record<string, string> };
  return states[jobId] ?? "";
}

/** Polls a job once per second until it has ended; returns its last state. */
export async function follow({ get, sleep }: Api, jobId: string): Promise<string> {
  for (let polls = 0; polls < 200; polls++) {
    const state = await stateIn(await get(`/job-status/${jobId}`), jobId);
    if (TERMINAL.has(state)) return state;
    await sleep(1);
  }
  throw new Error(`Job ${jobId} has not ended after 200 polls.`);
}
