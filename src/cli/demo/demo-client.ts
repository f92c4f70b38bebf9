import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { formatDuration } from "../../core/time.ts";
import type { Step } from "../output/progress-display.ts";

/** Wall-clock time that a response may take to begin. */
const ANSWER_MS = 30_000;

/** The fields of the service's job record that the demo reads. */
export type DemoJob = {
  readonly status: string;
  readonly num_rows: number;
  readonly rows_completed: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly job_cost: number;
  readonly failure_reason: { readonly message: string } | null;
};

const SUCCEEDED = "SUCCEEDED";
const ENDED: ReadonlySet<string> = new Set([SUCCEEDED, "FAILED", "CANCELLED"]);

/** Whether a job is in a terminal state. */
export function hasEnded({ status }: DemoJob): boolean {
  return ENDED.has(status.toUpperCase());
}

export function hasSucceeded({ status }: DemoJob): boolean {
  return status.toUpperCase() === SUCCEEDED;
}

/** A job's state and progress. */
export function stepOf({ status, rows_completed: done, num_rows: total }: DemoJob): Step {
  return { state: status, done, total };
}

/** A request that the service refused, or whose response is incomplete. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** The service's address and the API key. */
export type ServiceAddress = { readonly baseUrl: string; readonly apiKey: string };

/**
 * An ordinary client of the service: it knows only the address, the key, and the interface
 * document.
 */
export class DemoClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #answerMs: number;

  constructor({ baseUrl, apiKey }: ServiceAddress, answerMs: number = ANSWER_MS) {
    this.#baseUrl = baseUrl;
    this.#answerMs = answerMs;
    this.#headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  }

  /** Submits a job; resolves with its ID. */
  async submit(request: object): Promise<string> {
    const response = await this.#request("/batch-inference", {
      method: "POST",
      body: JSON.stringify(request),
    });
    const { job_id: jobId } = (await response.json()) as { job_id: string };
    return jobId;
  }

  async job(jobId: string): Promise<DemoJob> {
    const response = await this.#request(`/jobs/${jobId}`);
    return ((await response.json()) as { job: DemoJob }).job;
  }

  /** Streams the results into a file, replacing it; resolves with its size in bytes. */
  async download(jobId: string, format: string, file: string): Promise<number> {
    const path = `/jobs/${jobId}/results`;
    const query = `?result_format=${format}&include_inputs=true&include_cumulative_logprobs=true`;
    const { body } = await this.#request(path + query);
    // The file there may be a link to another one.
    await rm(file, { force: true });
    const bytes = body === null ? [] : Readable.fromWeb(body as ReadableStream);
    await pipeline(bytes, createWriteStream(file)).catch(refused(path));
    return (await stat(file)).size;
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const url = this.#baseUrl + path;
    const { signal, stop } = deadline(this.#answerMs);
    const response = await fetch(url, { ...init, headers: this.#headers, signal })
      .catch(refused(path))
      .finally(stop);
    if (response.ok) return response;
    throw new RefusedError(`${path} got a ${response.status} response: ${await response.text()}`);
  }
}

/** Aborts unless it is stopped in time; reading the body may take longer. */
function deadline(ms: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const reason = new Error(`no response within ${formatDuration(ms)}`);
  const timer = setTimeout(() => controller.abort(reason), ms);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

function refused(path: string): (error: unknown) => never {
  return (cause) => {
    throw new RefusedError(`${path} got an incomplete response: ${String(cause)}`, { cause });
  };
}
