// Measures how long another key's requests wait during an attack.
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";

const PAUSE_MS = 25;
const BEAT_MS = 5;

/** Milliseconds in a tick of `/proc`. */
const TICK_MS = 10;

/** A case fails if another key's request waits longer than this, both in wall time and in the program's CPU time. */
export const MOST_WAIT_MS = 250;

const KEY = "Key next";

const INPUTS = Array.from({ length: 2000 }, (_, i) => `The product ${i} arrived on time.`);

/** Quick requests, and requests that take turns with the attack's work. */
const REQUESTS = [
  { method: "GET", path: "/list-jobs" },
  { method: "POST", path: "/batch-inference", body: JSON.stringify({ inputs: INPUTS }) },
];

/** Sends requests, one after another, until it is stopped. */
export class Visitor {
  #program;
  #numVisits = 0;
  #pid;
  #agent = new Agent({ keepAlive: true });
  #worstMs = 0;
  #isOver = false;
  #visits;

  constructor(program) {
    this.#program = program;
    this.#pid = program.child.pid;
  }

  /** Resets the key's sandbox, which would otherwise grow with each case, and sends each request once before it continues. */
  async start() {
    const headers = { authorization: KEY };
    const reset = await fetch(`${this.#program.controlUrl}/reset`, { method: "POST", headers });
    if (!reset.ok) throw new Error(`Failed to reset the other key's sandbox: ${reset.status}.`);
    // The first request of a kind is slow: its code is loaded.
    for (const _ of REQUESTS) await this.#visit();
    this.#visits = this.#visitOften();
  }

  end() {
    this.#isOver = true;
  }

  /** Resolves with the longest wait, in milliseconds. */
  async stop() {
    this.end();
    await this.#visits;
    this.#agent.destroy();
    return this.#worstMs;
  }

  async #visitOften() {
    // CPU time that the attack uses in this process doesn't count as the program's delay.
    let [lagMs, last] = [0, performance.now()];
    const beats = setInterval(() => {
      const now = performance.now();
      lagMs += Math.max(0, now - last - 2 * BEAT_MS);
      last = now;
    }, BEAT_MS);
    while (!this.#isOver) {
      const cpuBefore = await cpuMsOf(this.#pid);
      const [startedAt, lagBefore] = [performance.now(), lagMs];
      // The program that ended, or no longer responds, is judged by the attack.
      await this.#visit().catch(() => {});
      // Lets a due beat run first.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const waitMs = performance.now() - startedAt - PAUSE_MS - (lagMs - lagBefore);
      // On a busy machine, most of a wait can be for other processes.
      const cpuMs = (await cpuMsOf(this.#pid)) - cpuBefore;
      this.#worstMs = Math.max(this.#worstMs, Math.min(waitMs, cpuMs));
    }
    clearInterval(beats);
  }

  #visit() {
    const { method, path, body } = REQUESTS[this.#numVisits++ % REQUESTS.length];
    const headers = { authorization: KEY, "content-type": "application/json" };
    return new Promise((resolve, reject) => {
      request(
        `${this.#program.baseUrl}${path}`,
        { method, headers, agent: this.#agent },
        (response) => response.resume().on("end", resolve),
      )
        .on("error", reject)
        .end(body);
    });
  }
}

/** CPU time that a process has used; the wall time on systems without `/proc`. */
async function cpuMsOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return performance.now();
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
