import { startSimulator } from "../../dist/index.js";

const SCENARIO = {
  name: "busy-afternoon",
  profiles: [
    {
      when: { jobPriority: 1 },
      queued: "40s",
      running: "4m",
      outcome: { failed: { at: "60%", reason: "The worker was lost." } },
    },
    { queued: "30s", starting: "10s", running: "3m", stalls: [{ at: "50%", for: "40s" }] },
  ],
  faults: [
    { name: "overloaded", on: "getJobStatus", status: 503, every: 9 },
    { name: "results-outage", on: "getResults", status: 503, times: 1 },
    { name: "cut", on: "listJobs", reset: "beforeHeaders", times: 1 },
  ],
};

/** Starts a simulator with a short history of correct and incorrect clients; resolves with the simulator and its sandbox. */
export async function startStory() {
  const sim = await startSimulator({ clock: "manual" });
  const box = await sim.sandbox({ name: "nightly-labels", scenario: SCENARIO });
  await play(box);
  return { sim, box };
}

async function play(box) {
  const call = caller(box);
  const ids = [];
  for (let job = 0; job < 6; job++) {
    const inputs = Array.from({ length: 40 + job * 35 }, (_, row) => `Review ${row}`);
    const { job_id } = await call("POST", "/batch-inference", {
      inputs,
      job_priority: job === 3 ? 1 : 0,
    });
    ids.push(job_id);
    await box.clock.advance("25s");
    await call("GET", `/job-status/${ids[0]}`);
  }
  await call("POST", "/batch-inference", { inputs: 5 });
  await call("GET", `/jobs/${ids[1]}/results?result_format=json`);
  for (let poll = 0; poll < 9; poll++) {
    for (const id of ids.slice(0, 3)) await call("GET", `/job-status/${id}`);
    await box.clock.advance("15s");
  }
  await call("GET", "/list-jobs");
  await call("GET", `/jobs/${ids[0]}/results?result_format=csv&include_inputs=true`);
  await call("GET", `/jobs/${ids[0]}/results?result_format=json`);
  await box.control.jobs.force(ids[4], "cancelled");
}

function caller({ baseUrl, apiKey }) {
  const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  return async (method, path, body) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await response.json();
    } catch {
      return {};
    }
  };
}
