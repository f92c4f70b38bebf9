import type { Simulator } from "../../src/index.ts";

/** A response as seen by a test. */
export type Answer<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

/** Text options of a results request. */
export type ResultsQuery = Readonly<Record<string, string | boolean>>;

/** A plain client of the simulated service over a real socket: it sends exactly what it is given, and hides nothing. */
export class Client {
  readonly #sim: Pick<Simulator, "baseUrl" | "deploymentUrl">;
  readonly #apiKey: string;

  constructor(sim: Pick<Simulator, "baseUrl" | "deploymentUrl">, apiKey: string) {
    this.#sim = sim;
    this.#apiKey = apiKey;
  }

  /** Sends a request to base_url; a body that is not a string is sent as JSON. */
  request(
    method: string,
    path: string,
    init: RequestInit & { json?: unknown } = {},
  ): Promise<Response> {
    return this.#fetch(this.#sim.baseUrl + path, { method, ...init });
  }

  async json<Body>(method: string, path: string, json?: unknown): Promise<Answer<Body>> {
    return answerOf(await this.request(method, path, json === undefined ? {} : { json }));
  }

  create(body: unknown): Promise<Answer<{ job_id: string }>> {
    return this.json("POST", "/batch-inference", body);
  }

  /** Creates a job that must be accepted. */
  async submit(body: unknown): Promise<string> {
    const answer = await this.create(body);
    if (answer.status !== 200)
      throw new Error(`create answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.job_id;
  }

  async state(jobId: string): Promise<string> {
    const { body } = await this.json<{ job_status: Record<string, string> }>(
      "GET",
      `/job-status/${jobId}`,
    );
    return body.job_status[jobId] ?? "";
  }

  async job(jobId: string): Promise<Record<string, unknown>> {
    return (await this.json<{ job: Record<string, unknown> }>("GET", `/jobs/${jobId}`)).body.job;
  }

  results(jobId: string, query: ResultsQuery): Promise<Response> {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return this.request("GET", `/jobs/${jobId}/results?${text}`);
  }

  async jsonResults(
    jobId: string,
    query: ResultsQuery = {},
  ): Promise<Answer<{ outputs: string[]; inputs?: string[]; cumulative_logprobs?: number[] }>> {
    return answerOf(await this.results(jobId, { result_format: "json", ...query }));
  }

  async file(jobId: string, format: string, query: ResultsQuery = {}): Promise<Buffer> {
    const response = await this.results(jobId, { result_format: format, ...query });
    if (response.status !== 200)
      throw new Error(`results answered ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async cancel(
    jobId: string,
  ): Promise<Answer<{ cancelled?: boolean; message?: string; detail?: string }>> {
    return answerOf(await this.#fetch(`${this.#sim.deploymentUrl}/v1/job-cancel/${jobId}`, {}));
  }

  /** Polls until the job is in a terminal state; returns the states it saw, each once. */
  async follow(jobId: string): Promise<string[]> {
    const seen: string[] = [];
    for (let polls = 0; polls < 1000; polls++) {
      const state = await this.state(jobId);
      if (seen.at(-1) !== state) seen.push(state);
      if (["SUCCEEDED", "FAILED", "CANCELLED"].includes(state)) return seen;
    }
    throw new Error(`job ${jobId} is still ${seen.at(-1)} after 1000 polls`);
  }

  #fetch(url: string, { json, ...init }: RequestInit & { json?: unknown }): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Key ${this.#apiKey}`);
    if (json === undefined) return fetch(url, { ...init, headers });
    headers.set("content-type", "application/json");
    return fetch(url, { ...init, headers, body: JSON.stringify(json) });
  }
}

/** Reads a JSON answer whole. */
export async function answerOf<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? undefined : JSON.parse(text)) as Body,
  };
}
