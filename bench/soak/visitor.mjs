// One of the clients that use the simulator at the same time. Each has its own sandbox.
import { setTimeout } from "node:timers/promises";

/** Number of polls after which a job should have ended: each moves the clock. */
const MOST_POLLS = 200;

export class Visitor {
  number;
  /** Whether its scenario has faults, so that its connections may break. */
  isFaulted;
  #program;
  #headers;
  #counts;

  constructor({ program, number, isFaulted, counts }) {
    this.#program = program;
    this.number = number;
    this.isFaulted = isFaulted;
    this.#headers = { authorization: `Key visitor-${number}` };
    this.#counts = counts;
  }

  control(method, path, body) {
    return this.#text(method, `${this.#program.controlUrl}${path}`, { body });
  }

  call(method, path, { json, body = JSON.stringify(json), signal } = {}) {
    const headers = json === undefined ? {} : { "content-type": "application/json" };
    return this.#text(method, `${this.#program.baseUrl}${path}`, { headers, body, signal });
  }

  /** Creates a job; resolves with its ID, or with undefined if a fault has prevented it. */
  async create(json) {
    const { status, text } = await this.call("POST", "/batch-inference", { json });
    return status === 200 ? JSON.parse(text).job_id : undefined;
  }

  /** Polls until the job has ended. */
  async finish(jobId) {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const { status, text } = await this.call("GET", `/job-status/${jobId}`);
      if (status === 200 && /SUCCEEDED|FAILED|CANCELLED/.test(text)) return;
    }
    throw new Error(`Expected the job ${jobId} to end.`);
  }

  results(jobId, format) {
    return this.call("GET", resultsPath(jobId, format));
  }

  /** Reads a results file in pieces with pauses of `pauseMs`, and hangs up after `mostPieces`. */
  async readSlowly(jobId, format, { pauseMs, mostPieces }) {
    const response = await this.#send(
      "GET",
      `${this.#program.baseUrl}${resultsPath(jobId, format)}`,
    );
    const reader = response?.body?.getReader();
    for (let pieces = 0; pieces < mostPieces; pieces++) {
      const piece = await reader?.read().catch((error) => this.#broken(error));
      if (piece === undefined || piece.done) return;
      await setTimeout(pauseMs);
    }
    await reader.cancel().catch(() => {});
  }

  async #text(method, url, options) {
    const response = await this.#send(method, url, options);
    const text = await response?.text().catch((error) => this.#broken(error));
    return { status: text === undefined ? 0 : response.status, text: text ?? "" };
  }

  async #send(method, url, { headers = {}, body, signal } = {}) {
    this.#counts.requests++;
    const all = { ...this.#headers, ...headers };
    const response = await fetch(url, { method, headers: all, body, signal }).catch((error) =>
      this.#broken(error),
    );
    if (response !== undefined && response.status >= 500 && !response.headers.has("x-sim-fault"))
      throw new Error(
        `${method} ${url} responded with ${response.status} ${await response.text()}`,
      );
    return response;
  }

  #broken(error) {
    if (!this.isFaulted) throw error;
    this.#counts.broken++;
    return undefined;
  }
}

function resultsPath(jobId, format) {
  return `/jobs/${jobId}/results?result_format=${format}&include_inputs=true`;
}
