import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** The fields of the service's job record that the demo reads. */
export type JobRecord = {
  readonly status: string;
  readonly num_rows: number;
  readonly rows_completed: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly job_cost: number;
  readonly failure_reason: { readonly message: string } | null;
};

/** A request that the service didn't serve: it answered with an error, or not in full. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** A client of the service, as anybody would write one: it knows the address, the key and the interface document. */
export class DemoClient {
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }) {
    this.#baseUrl = baseUrl;
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

  async job(jobId: string): Promise<JobRecord> {
    const response = await this.#request(`/jobs/${jobId}`);
    return ((await response.json()) as { job: JobRecord }).job;
  }

  /** Streams the results into a file, replacing it; resolves with its size in bytes. */
  async download(jobId: string, format: string, file: string): Promise<number> {
    const path = `/jobs/${jobId}/results`;
    const query = `?result_format=${format}&include_inputs=true&include_cumulative_logprobs=true`;
    const { body } = await this.#request(path + query);
    const bytes = body === null ? [] : Readable.fromWeb(body as ReadableStream);
    await pipeline(bytes, createWriteStream(file)).catch(refused(path));
    return (await stat(file)).size;
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response> {
    const url = this.#baseUrl + path;
    const response = await fetch(url, { ...init, headers: this.#headers }).catch(refused(path));
    if (response.ok) return response;
    throw new RefusedError(
      `${path} was answered with ${response.status}: ${await response.text()}`,
    );
  }
}

function refused(path: string): (error: unknown) => never {
  return (cause) => {
    throw new RefusedError(`${path} was not answered in full: ${String(cause)}`, { cause });
  };
}
