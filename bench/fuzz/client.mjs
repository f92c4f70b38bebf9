// Requests to the program under attack. Every response is checked against the rules that hold for all of them.
import { Agent, request } from "node:http";

/** If a response takes longer, it is treated as lost, even on a busy machine. */
const MOST_MS = 20_000;

/** Responses with a status from 500 on that are right, by their `x-sim-error` or code. */
const BY_DESIGN = {
  SIM_SCHEMA_LIMIT: "The simulator's limit must not look like an error of the service.",
  SIM_TIMEOUT: "The journal was told to wait for an exchange that never came.",
};

/** Parts of a snapshot that change with every request, including rejected ones. */
const VOLATILE = ["clock", "journal", "calls", "faultHits", "rate"];

const ALL = "include_inputs=true&include_cumulative_logprobs=true";

/** Operations that read a job. */
const LIFE = [
  ...["job-status/ID", "jobs/ID/results?result_format=json", "stream-job-progress/ID"],
  ...["json", "csv", "parquet"].map((format) => `jobs/ID/results?result_format=${format}&${ALL}`),
  ...["v1/job-cancel/ID", "jobs/ID", "list-jobs"],
];

const agent = new Agent({ keepAlive: true });

export class Client {
  #program;
  #before;
  /** Whether a request that was abandoned may still change the state. */
  #isUnsure = false;

  constructor(program) {
    this.#program = program;
  }

  /** Addresses: `service` and `control`. */
  get urls() {
    return { service: this.#program.baseUrl, control: this.#program.controlUrl };
  }

  /** Restores the sandbox's initial state. */
  async reset() {
    await this.#expect(204, "POST", `${this.urls.control}/reset`);
    this.#isUnsure = false;
    this.#before = await this.state();
  }

  /** Everything in the sandbox that a rejected request must not change, as JSON. */
  async state() {
    const snapshot = await this.#expect(200, "GET", `${this.urls.control}/snapshot`);
    const sandboxes = await this.#expect(200, "GET", `${this.urls.control}/sandboxes`);
    // The list is in order of use, which other keys' requests change.
    const names = JSON.parse(sandboxes.text)
      .map(({ name }) => name)
      .sort();
    const kept = Object.entries(JSON.parse(snapshot.text)).filter(
      ([name]) => !VOLATILE.includes(name),
    );
    return JSON.stringify([names, kept]);
  }

  /**
   * Sends a request, and checks its response. Resolves with status 0 if the client gives up after `patienceMs`, or if a
   * connection that `mayBreak` does.
   */
  async attack(method, url, { mayBreak = false, patienceMs, ...options } = {}) {
    const response = await exchange(method, url, { patienceMs, ...options }).catch((error) => {
      if (mayBreak || error.isImpatience) return { status: 0, headers: {}, text: "" };
      throw new Error(`${method} ${url}: ${error.message}`);
    });
    expectRightStatus(`${method} ${url}`, response);
    if (response.status === 0) this.#isUnsure = true;
    if (response.status < 400) this.#before = undefined;
    else await this.expectUnchanged(`${method} ${url} responded with ${response.status}`);
    return response;
  }

  /** Creates a job, and follows it to its results. */
  async live(body, options = {}) {
    const headers = { "content-type": "application/json" };
    const sent = { ...options, headers, body: JSON.stringify(body) };
    await this.followJob(
      await this.attack("POST", `${this.urls.service}/batch-inference`, sent),
      options,
    );
  }

  /** Reads everything about the job that a response announced, if any, and cancels it. */
  async followJob({ status, text }, options) {
    const id = status === 200 ? /"job_id":"([^"]+)"/.exec(text)?.[1] : undefined;
    if (id === undefined) return;
    for (const path of LIFE)
      await this.attack("GET", `${this.urls.service}/${path.replace("ID", id)}`, options);
  }

  /** Throws if the state differs from the one before the last accepted request. */
  async expectUnchanged(reason) {
    if (this.#before === undefined || this.#isUnsure) return;
    const after = await this.state();
    if (after !== this.#before)
      throw new Error(`${reason}, but changed the state:\n${this.#before}\n${after}`);
  }

  /** Throws unless another client's request succeeds. */
  async expectNextRequest() {
    const url = `${this.urls.service}/try-authentication`;
    await this.#expect(200, "GET", url, { headers: { authorization: "Key next" } });
  }

  /** Remembers the state, so that the next rejected request is compared with it. */
  async remember() {
    this.#before ??= await this.state();
  }

  async #expect(status, method, url, options) {
    const response = await exchange(method, url, { agent, ...options });
    if (response.status === status) return response;
    throw new Error(
      `Expected ${method} ${url} to respond with ${status}, got ${response.status} ${response.text.slice(0, 500)}`,
    );
  }
}

/** Throws if a response has an unexpected status of 500 or above. */
export function expectRightStatus(what, { status, headers, text }) {
  if (status < 500 || headers["x-sim-fault"] !== undefined) return;
  const code = headers["x-sim-error"] ?? /"code":"(SIM_\w+)"/.exec(text)?.[1];
  if (code in BY_DESIGN) return;
  throw new Error(`${what} responded with ${status} ${code} ${text.slice(0, 1000)}`);
}

/** An attack has its own connection. It stays open until the whole body is sent, even if the response arrives first. */
function exchange(method, url, { headers = {}, body, patienceMs, agent: shared }) {
  const used = shared ?? new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs ?? MOST_MS);
    const all = { authorization: "Key fuzz", ...headers };
    // For some methods, Node.js would send the body without announcing it.
    if (body !== undefined) all["content-length"] = Buffer.byteLength(body);
    const outgoing = request(url, { method, headers: all, agent: used, signal }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => {
        if (shared === undefined) used.destroy();
        const bytes = Buffer.concat(chunks);
        const { statusCode: status, headers: received } = response;
        resolve({ status, headers: received, bytes, text: bytes.toString() });
      });
    });
    const fail = (error) => {
      const isImpatience = patienceMs !== undefined && signal.aborted;
      reject(Object.assign(new Error(error.message), { isImpatience }));
    };
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
