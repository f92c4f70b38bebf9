/** What the client is pointed at, and how patient it is. */
export type BatchClientOptions = {
  readonly baseUrl: string;
  /** Where jobs are cancelled. */
  readonly deploymentUrl: string;
  readonly apiKey: string;
  /** Pauses between two looks, and before a retry; tests on a virtual clock have nothing to wait for. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Time that an answer may take to begin, in milliseconds. */
  readonly timeoutMs?: number;
  /** Looks at a job without news after which it is given up. */
  readonly maxIdleLooks?: number;
};

/** A job that did not end as it should, or a service that does not answer. */
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
const PASSING = new Set([408, 429, 500, 502, 503, 504]);
const MAX_TRIES = 12;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client of the batch inference service that keeps the contract, and survives what the service can do to it. */
export class BatchClient {
  readonly #options: Required<BatchClientOptions>;
  readonly #known = new Set<string>();

  constructor(options: BatchClientOptions) {
    this.#options = { sleep: pause, timeoutMs: 10_000, maxIdleLooks: 60, ...options };
  }

  /** Runs a job to its end; resolves with one output an input, in their order. */
  async run(inputs: readonly string[]): Promise<string[]> {
    const jobId = await this.submit(inputs);
    const job = await this.follow(jobId);
    if (job.status !== "SUCCEEDED")
      throw new BatchError(`Job ${jobId} is ${job.status}: ${job.failure_reason?.message ?? ""}`);
    return this.results(jobId, inputs.length);
  }

  /** Submits a job. Where the answer is lost, it looks for the job before it submits it again. */
  async submit(inputs: readonly string[]): Promise<string> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await this.#try("/batch-inference", {
        method: "POST",
        body: JSON.stringify({ inputs }),
      });
      if (response !== undefined) {
        const { job_id: jobId } = (await response.json()) as { job_id: string };
        this.#known.add(jobId);
        return jobId;
      }
      const lost = await this.#findLost(inputs.length);
      if (lost !== undefined) return lost;
      await this.#backOff(tries);
    }
    throw new BatchError("The service takes no jobs.");
  }

  async #findLost(numRows: number): Promise<string | undefined> {
    const { jobs } = await this.#get<{ jobs: JobRecord[] }>("/list-jobs");
    const lost = jobs.find((job) => !this.#known.has(job.job_id) && job.num_rows === numRows);
    if (lost !== undefined) this.#known.add(lost.job_id);
    return lost?.job_id;
  }

  /** Follows a job until it has ended. One that makes no progress for long is cancelled, and given up. */
  async follow(jobId: string): Promise<JobRecord> {
    let news = "";
    for (let idle = 0; idle < this.#options.maxIdleLooks; idle++) {
      const { job } = await this.#get<{ job: JobRecord }>(`/jobs/${jobId}`, { mayBeNew: true });
      if (TERMINAL.has(job.status)) return job;
      const seen = `${job.status} ${job.rows_completed}`;
      if (seen !== news) idle = 0;
      news = seen;
      await this.#options.sleep(2000);
    }
    await this.cancel(jobId);
    throw new BatchError(`Job ${jobId} made no progress for long, and was cancelled.`);
  }

  /** Cancels a job and follows it to its end: it may have succeeded all the same. */
  async cancel(jobId: string): Promise<JobRecord> {
    const url = `${this.#options.deploymentUrl}/v1/job-cancel/${jobId}`;
    // Whatever the answer is, the job's state says what became of it.
    await this.#retried(
      () => this.#fetch(url),
      (status) => status === 404,
    );
    return this.follow(jobId);
  }

  /** The outputs of a job that has succeeded. A download that breaks off, or is short, is fetched again. */
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
    const isFine = (status: number): boolean => status === 404 && mayBeNew;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await this.#retried(() => this.#fetch(this.#options.baseUrl + path), isFine);
      const body = response.ok ? await response.json().catch(() => undefined) : undefined;
      if (body !== undefined) return body as Body;
      await this.#backOff(tries);
    }
    throw new BatchError(`${path} is not answered.`);
  }

  /** Sends a request until its answer is one that stays; one that says that something is wrong is an error. */
  async #retried(
    send: () => Promise<Response | undefined>,
    isFine: (status: number) => boolean,
  ): Promise<Response> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const response = await send();
      if (response?.ok || (response !== undefined && isFine(response.status))) return response;
      if (response !== undefined && !PASSING.has(response.status))
        throw new BatchError(`${response.url} answered ${response.status}.`);
      await this.#backOff(tries, response);
    }
    throw new BatchError("The service does not answer.");
  }

  /** One try: undefined where it failed in a way that passes, or where results are not ready. */
  async #try(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const response = await this.#fetch(this.#options.baseUrl + path, init);
    if (response === undefined || response.ok) return response;
    if (PASSING.has(response.status) || response.status === 409) {
      await this.#options.sleep(retryAfterMs(response));
      return undefined;
    }
    throw new BatchError(`${path} answered ${response.status}: ${await response.text()}`);
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = {
      authorization: `Key ${this.#options.apiKey}`,
      "content-type": "application/json",
    };
    const aborted = new AbortController();
    const timer = setTimeout(() => aborted.abort(), this.#options.timeoutMs);
    // A reset, a timeout: there is no answer.
    const response = await fetch(url, { ...init, headers, signal: aborted.signal }).catch(() => {});
    clearTimeout(timer);
    return response ?? undefined;
  }

  /** Waits as long as the service asks for, or twice as long each time. */
  #backOff(tries: number, response?: Response): Promise<void> {
    return this.#options.sleep(Math.max(retryAfterMs(response), 500 * 2 ** Math.min(tries, 6)));
  }
}

function retryAfterMs(response: Response | undefined): number {
  return Number(response?.headers.get("retry-after") ?? 0) * 1000;
}
