// Another key's client during an attack: how long its requests wait.
import { Agent, get } from "node:http";

const PAUSE_MS = 25;
const BEAT_MS = 5;

/** A request of another key fails the case if it waits longer than this. */
export const MOST_WAIT_MS = 250;

/** Sends requests, one after another, until it is stopped. */
export class Visitor {
  #url;
  #agent = new Agent({ keepAlive: true });
  #worstMs = 0;
  #isOver = false;
  #visits;

  constructor(program) {
    this.#url = `${program.baseUrl}/list-jobs`;
  }

  /** Sends the first request, which creates the key's sandbox, and goes on from then. */
  async start() {
    await this.#visit();
    this.#visits = this.#visitOften();
  }

  /** Sends no more requests. */
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
    // What the attack itself takes in this process is not the program's delay.
    let [lagMs, last] = [0, performance.now()];
    const beats = setInterval(() => {
      const now = performance.now();
      lagMs += Math.max(0, now - last - 2 * BEAT_MS);
      last = now;
    }, BEAT_MS);
    while (!this.#isOver) {
      const [startedAt, lagBefore] = [performance.now(), lagMs];
      // The program that ended, or no longer responds, is judged by the attack.
      await this.#visit().catch(() => {});
      // Lets the beat that is due run first.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const waitMs = performance.now() - startedAt - PAUSE_MS - (lagMs - lagBefore);
      this.#worstMs = Math.max(this.#worstMs, waitMs);
    }
    clearInterval(beats);
  }

  #visit() {
    const options = { headers: { authorization: "Key next" }, agent: this.#agent };
    return new Promise((resolve, reject) => {
      get(this.#url, options, (response) => response.resume().on("end", resolve)).on(
        "error",
        reject,
      );
    });
  }
}
