import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectSocket, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { connect } from "../../../src/index.ts";
import { Client } from "../../support/client.ts";
import { PATIENCE } from "../../support/storage.ts";
import { end, type Served, serve } from "../processes.ts";

// A paused leader is replaced. When it resumes, it doesn't know that another process leads.

const OPENED_AT = Date.UTC(2030, 0, 1);

let postgres: Postgres;
let folder: string;

beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "batch-sim-paused-"));
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function startFleet(schema: string): Promise<{ leader: Served; others: readonly Served[] }> {
  const options = ["--store", `${postgres.url()}?schema=${schema}&${PATIENCE}`];
  const leader = await serve(folder, options);
  const others = [await serve(folder, options), await serve(folder, options)];
  return { leader, others };
}

async function advance({ controlUrl }: Served): Promise<number> {
  const { now } = await connect(controlUrl, { apiKey: "a" }).clock.advance("1s");
  return now - OPENED_AT;
}

/** A keep-alive connection, and what arrives on it until it ends. */
class OldConnection {
  readonly #socket: Socket;
  readonly ended: Promise<string>;
  #text = "";

  constructor({ baseUrl }: Served) {
    const { hostname, port } = new URL(baseUrl);
    this.#socket = connectSocket(Number(port), hostname);
    this.#socket.on("data", (chunk) => {
      this.#text += chunk;
    });
    this.#socket.on("error", () => {});
    this.ended = new Promise((resolve) => this.#socket.once("close", () => resolve(this.#text)));
  }

  /** Sends a status request, and forgets what arrived before. */
  ask({ baseUrl }: Served, jobId: string): void {
    this.#send(baseUrl, `/job-status/${jobId}`);
  }

  /** Sends a request to the control API in the same way. */
  askControl({ controlUrl }: Served, jobId: string): void {
    this.#send(controlUrl, `/jobs/${jobId}`);
  }

  #send(url: string, place: string): void {
    this.#text = "";
    const path = new URL(url).pathname.replace(/\/$/, "") + place;
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Key a\r\n\r\n`);
  }

  async answer(): Promise<string> {
    while (!this.#text.includes("}"))
      await new Promise((resolve) => this.#socket.once("data", resolve));
    return this.#text;
  }
}

test("a leader that was paused doesn't tell what it remembers, and followers cut connections to it", async () => {
  const { leader, others } = await startFleet("stale");
  const [other, third] = others as [Served, Served];
  const jobId = await new Client({ ...leader, deploymentUrl: leader.baseUrl }, "a").submit({
    inputs: ["a"],
  });
  const direct = Array.from({ length: 5 }, () => new OldConnection(leader));
  const control = new OldConnection(leader);
  control.askControl(leader, jobId);
  expect(await control.answer()).toContain("queued");
  const forwarded = [new OldConnection(other), new OldConnection(third)];
  for (const each of [...direct, ...forwarded]) {
    each.ask(leader, jobId);
    expect(await each.answer()).toContain("QUEUED");
  }
  leader.child.kill("SIGSTOP");
  for (const each of forwarded) each.ask(leader, jobId);
  // This waits until another process leads.
  await connect(other.controlUrl, { apiKey: "a" }).jobs.force(jobId, "cancelled");
  expect(await Promise.all(forwarded.map(({ ended }) => ended))).toEqual(["", ""]);
  const newId = await new Client({ ...other, deploymentUrl: other.baseUrl }, "a").submit({
    inputs: ["b"],
  });
  for (const each of direct) each.ask(leader, jobId);
  control.askControl(leader, newId);
  leader.child.kill("SIGCONT");
  const answers = await Promise.all(direct.map(({ ended }) => ended));
  for (const answer of answers) expect(answer).not.toContain("QUEUED");
  expect(await control.ended).not.toContain("SIM_UNKNOWN_JOB");
  await Promise.all([leader, other, third].map((each) => end(each, "SIGTERM")));
}, 120_000);

test("a leader that is paused is replaced, and follows when it goes on", async () => {
  const { leader, others } = await startFleet("paused");
  const [other, third] = others as [Served, Served];
  expect(await advance(leader)).toBe(1000);
  leader.child.kill("SIGSTOP");
  expect(await advance(other)).toBe(2000);
  leader.child.kill("SIGCONT");
  // A request that arrives before the process notices is rejected, or its connection ends: nothing changes.
  let moved: number | undefined;
  while (moved === undefined) moved = await advance(leader).catch(() => undefined);
  expect(moved).toBe(3000);
  expect(await advance(third)).toBe(4000);
  await Promise.all([leader, other, third].map((each) => end(each, "SIGTERM")));
}, 120_000);
