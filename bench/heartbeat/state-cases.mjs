// Operations on everything in a sandbox with many jobs.
import { Agent } from "node:http";
import { send } from "../support.mjs";

const CONNECTIONS = 16;

/** Maximum time that one client's request may take because of another client's work. */
const MOST_WAIT_MS = 250;

const createJobs =
  (numJobs, scenario = {}) =>
  async ({ baseUrl, control }) => {
    await control("PUT", "/scenario", scenario);
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    let made = 0;
    const create = async () => {
      while (made < numJobs) {
        const body = JSON.stringify({ inputs: [`row ${made++}`] });
        await expectOk(send("POST", `${baseUrl}/batch-inference`, { agent, body }));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, create));
    agent.destroy();
  };

async function expectOk(response) {
  const { status, text } = await response;
  if (status >= 300) throw new Error(`Expected a success, got ${status} ${text.slice(0, 300)}`);
}

/** Cases about whole states. */
export const stateCases = [
  {
    name: "list, advance, snapshot, report, and reset with 100,000 jobs",
    prepare: createJobs(100_000),
    run: async ({ control }) => {
      await expectOk(control("GET", "/jobs"));
      await expectOk(control("POST", "/clock/advance", { by: "10m" }));
      await expectOk(control("POST", "/clock/advance-until", { idle: true }));
      await expectOk(control("GET", "/snapshot"));
      await expectOk(control("GET", "/report"));
      await expectOk(control("POST", "/reset"));
    },
  },
  {
    name: "a client's list of 100,000 jobs while another client asks for few",
    options: ["--max-journal-exchanges", "1000"],
    prepare: createJobs(100_000),
    run: async ({ baseUrl }) => {
      const listed = send("GET", `${baseUrl}/list-jobs`);
      let isDone = false;
      const all = listed.finally(() => (isDone = true));
      let slowestMs = 0;
      const headers = { authorization: "Key another" };
      while (!isDone) {
        const startedAt = performance.now();
        await expectOk(send("GET", `${baseUrl}/list-jobs`, { headers }));
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
      await expectOk(all);
      const { jobs } = JSON.parse((await all).text);
      if (jobs.length < 100_000) throw new Error(`Expected all jobs, got ${jobs.length}.`);
      if (slowestMs > MOST_WAIT_MS) throw new Error(`The other waited ${slowestMs} ms.`);
    },
  },
  {
    name: "find, list, cancel, and report with 100,000 jobs and limited slots",
    prepare: createJobs(100_000, { capacity: 1000 }),
    run: async ({ baseUrl, control }) => {
      await control("GET", "/jobs/00000000-0000-4000-8000-000000000000");
      const list = control("GET", "/jobs");
      await expectOk(list);
      const [{ jobId }] = JSON.parse((await list).text);
      await expectOk(send("GET", `${baseUrl}/v1/job-cancel/${jobId}`));
      await expectOk(control("GET", "/report"));
      await expectOk(control("POST", "/reset"));
      await expectOk(control("GET", "/report?all=true"));
    },
  },
];
