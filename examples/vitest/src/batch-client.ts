/** Addresses, key, and waiting times of the client. */
export type BatchClientOptions = {
  readonly baseUrl: string;
  /** Base URL for cancel requests. */
  readonly deploymentUrl: string;
  readonly apiKey: string;
  /** Waits between polls and before a retry. Tests on a simulated clock don't need to wait. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Maximum time until a response begins, in milliseconds. */
  readonly timeoutMs?: number;
  /** Number of polls without progress after which a job is canceled. */
  readonly maxIdlePolls?: number;
};

/** Thrown if a job did not succeed, or if the service does not respond. */
export class BatchError extends Error {
  override readonly name = "BatchError";
}

type JobRecord = {
  readonly job_id: string;
  readonly status: string;
  readonly num_rows: number;
  readonly rows_completed: number;
  readonly failure_reason: { readonly message: string } | null;
};

const TERMINAL = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);
const MAX_TRIES = 12;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client of the batch inference service that follows the contract and survives the service's failures. */
export class BatchClient {
  readonly #options: Required<BatchClientOptions>;
  readonly #known = new Set<string>();

  constructor(options: BatchClientOptions) {
    this.#options = { sleep: pause, timeoutMs: 10_000, maxIdlePolls: 60, ...options };
  }

  /** Runs a job until it ends; resolves with one output per input, in the same order. */
  async run(inputs: readonly string[]): Promise<string[]> {
    const jobId = await this.submit(inputs);
    const job = await this.follow(jobId);
    if (job.status !== "SUCCEEDED")
      throw new BatchError(`Job ${jobId} is ${job.status}: ${job.failure_reason?.message ?? ""}`);
    return this.results(jobId, inputs.length);
  }

  /** Submits a job. If the response is lost, looks for the job before submitting it again. */
  async submit(inputs: readonly string[]): Promise<string> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await this.#try("/batch-inference", {
        method: "POST",
        body: JSON.stringify({ inputs }),
      });
      if (response !== undefined) {
        const { job_id: jobId } = (await response.json()) as { job_id?: string };
        if (jobId === undefined) throw new BatchError("The response has no ID of the new job.");
        this.#known.add(jobId);
        return jobId;
      }
      const lost = await this.#findLost(inputs.length);
      if (lost !== undefined) return lost;
      await this.#backOff(tries);
    }
    throw new BatchError("The service does not accept jobs.");
  }

  async #findLost(numRows: number): Promise<string | undefined> {
    const { jobs } = await this.#get<{ jobs: JobRecord[] }>("/list-jobs");
    const lost = jobs.find((job) => !this.#known.has(job.job_id) && job.num_rows === numRows);
    if (lost !== undefined) this.#known.add(lost.job_id);
    return lost?.job_id;
  }

  /** Polls a job until it has ended. Cancels it if it makes no progress for a long time. */
  async follow(jobId: string): Promise<JobRecord> {
    const job = await this.#waitForEnd(jobId);
    if (job !== undefined) return job;
    await this.cancel(jobId);
    throw new BatchError(`Job ${jobId} made no progress for a long time and was canceled.`);
  }

  /** Polls a job until it has ended; resolves with undefined if it makes no progress for a long time. */
  async #waitForEnd(jobId: string): Promise<JobRecord | undefined> {
    let progress = "";
    for (let idle = 0; idle < this.#options.maxIdlePolls; idle++) {
      const { job } = await this.#get<{ job: JobRecord }>(`/jobs/${jobId}`, { mayBeNew: true });
      if (TERMINAL.has(job.status)) return job;
      const seen = `${job.status} ${job.rows_completed}`;
      if (seen !== progress) idle = 0;
      progress = seen;
      await this.#options.sleep(2000);
    }
    return undefined;
  }

  /** Cancels a job and polls it until it ends: it may succeed anyway. */
  async cancel(jobId: string): Promise<JobRecord> {
    const url = `${this.#options.deploymentUrl}/v1/job-cancel/${jobId}`;
    const response = await this.#retried(
      () => this.#fetch(url),
      (status) => status === 404,
    );
    // The job's state shows what happened; the response is read only to free the connection.
    await response.text().catch(() => "");
    const job = await this.#waitForEnd(jobId);
    if (job === undefined) throw new BatchError(`Job ${jobId} was canceled, but does not end.`);
    return job;
  }

  /** The outputs of a job that has succeeded. Repeats a download that breaks off or lacks rows. */
  async results(jobId: string, numRows: number): Promise<string[]> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await this.#try(`/jobs/${jobId}/results?result_format=json`);
      const outputs = await response?.json().then(
        (body) => (body as { outputs?: string[] }).outputs,
        () => undefined,
      );
      if (outputs?.length === numRows) return outputs;
      await this.#backOff(tries);
    }
    throw new BatchError(`The results of job ${jobId} can't be read.`);
  }

  async #get<Body>(path: string, { mayBeNew = false } = {}): Promise<Body> {
    const isFinal = (status: number): boolean => status === 404 && mayBeNew;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await this.#retried(
        () => this.#fetch(this.#options.baseUrl + path),
        isFinal,
      );
      const body = response.ok ? await response.json().catch(() => undefined) : undefined;
      if (body !== undefined) return body as Body;
      await this.#backOff(tries);
    }
    throw new BatchError(`${path} gets no valid response.`);
  }

  /** Repeats a request until the response is final. Throws if that response is an error. */
  async #retried(
    send: () => Promise<Response | undefined>,
    isFinal: (status: number) => boolean,
  ): Promise<Response> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await send();
      if (response?.ok || (response !== undefined && isFinal(response.status))) return response;
      if (response !== undefined && !TEMPORARY.has(response.status))
        throw new BatchError(`${response.url} responded with ${response.status}.`);
      await this.#backOff(tries, response);
    }
    throw new BatchError("The service does not respond.");
  }

  /** Sends a request once; resolves with undefined if it failed temporarily, or if results are not ready. */
  async #try(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const response = await this.#fetch(this.#options.baseUrl + path, init);
    if (response === undefined || response.ok) return response;
    if (TEMPORARY.has(response.status) || response.status === 409) {
      await this.#options.sleep(retryAfterMs(response));
      return undefined;
    }
    throw new BatchError(`${path} responded with ${response.status}: ${await response.text()}`);
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = {
      authorization: `Key ${this.#options.apiKey}`,
      "content-type": "application/json",
    };
    const aborted = new AbortController();
    const timer = setTimeout(() => aborted.abort(), this.#options.timeoutMs);
    // After a reset or a timeout, there is no response.
    const response = await fetch(url, { ...init, headers, signal: aborted.signal }).catch(() => {});
    clearTimeout(timer);
    return response ?? undefined;
  }

  /** Waits as long as Retry-After says, or twice as long as the last time. */
  #backOff(tries: number, response?: Response): Promise<void> {
    return this.#options.sleep(Math.max(retryAfterMs(response), 500 * 2 ** Math.min(tries, 6)));
  }
}

function retryAfterMs(response: Response | undefined): number {
  return Number(response?.headers.get("retry-after") ?? 0) * 1000;
}
