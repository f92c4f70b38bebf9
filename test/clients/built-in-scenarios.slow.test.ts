import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import {
  type FindingId,
  type SandboxHandle,
  type Simulator,
  startSimulator,
} from "../../src/index.ts";
import { SCENARIOS } from "../support/built-in-scenarios.ts";
import { type Api, apiOf, type ClientScript, follow, stateIn, submit } from "./api.ts";
import { believesCancel404 } from "./bad/believes-cancel-404.ts";
import { downloadsNextDay } from "./bad/downloads-next-day.ts";
import { downloadsPerRow } from "./bad/downloads-per-row.ts";
import { dropsJobOnFailedPoll } from "./bad/drops-job-on-failed-poll.ts";
import { givesUpAtFirst409 } from "./bad/gives-up-at-first-409.ts";
import { limitsWholeDownload } from "./bad/limits-whole-download.ts";
import { repeatsDownloadForBadRow } from "./bad/repeats-download-for-bad-row.ts";
import { replacesQueuedJob } from "./bad/replaces-queued-job.ts";
import { reportsCancellingAsCanceled } from "./bad/reports-cancelling-as-canceled.ts";
import { requestsResultsOfFailedJob } from "./bad/requests-results-of-failed-job.ts";
import { resubmitsAfterLostResponse } from "./bad/resubmits-after-lost-response.ts";
import { retriesRejectedKey } from "./bad/retries-rejected-key.ts";
import { treatsNewJobAsLost } from "./bad/treats-new-job-as-lost.ts";
import { outputsOf, ratingIn, submitForRatings } from "./ratings.ts";
import {
  acceptsForgery,
  careful,
  handlesTwice,
  neverResponds,
  pollsNevertheless,
  waitsForever,
} from "./webhooks.ts";

const CLOCKS = ["real", "20x", "manual", "poll"] as const;

const INPUTS = ["Great product", "Never again"];

/** Downloads a file once, and keeps any response. */
function downloadsOnce(format: string): ClientScript {
  return async (api) => {
    const jobId = await submit(api, INPUTS);
    await follow(api, jobId);
    const response = await api.get(`/jobs/${jobId}/results?result_format=${format}`);
    await response.arrayBuffer().catch(() => undefined);
  };
}

/** Polls a fixed number of times, regardless of the responses. */
function pollsBlindly(polls: number): ClientScript {
  return async (api) => {
    const jobId = await submit(api, INPUTS);
    for (let poll = 0; poll < polls; poll++) {
      await (await api.get(`/job-status/${jobId}`)).text();
      await api.sleep(2);
    }
  };
}

/** Submits the same inputs again after a failure. */
function resubmits(inputs: string): ClientScript {
  return async (api) => {
    for (let tries = 0; tries < 2; tries++) {
      const response = await api.post("/batch-inference", { inputs, job_priority: 1 });
      const { job_id: jobId } = (await response.json()) as { job_id?: string };
      if (jobId !== undefined) await follow(api, jobId);
    }
  };
}

/** Submits three jobs at once until one is rejected, which a busy machine may delay, and doesn't retry that one. */
const submitsTooMany: ClientScript = async (api) => {
  for (let isRefused = false; !isRefused; ) {
    const responses = await Promise.all(
      [1, 2, 3].map((row) => api.post("/batch-inference", { inputs: [`row ${row}`] })),
    );
    for (const response of responses) await response.text();
    isRefused = responses.some(({ ok }) => !ok);
  }
};

/** Looks at each of 25 jobs once, and ignores failures. */
const looksOnce: ClientScript = async (api) => {
  for (let row = 0; row < 25; row++) {
    const looked = submit(api, [`row ${row}`]).then((jobId) => api.get(`/job-status/${jobId}`));
    await looked.then((response) => response.text()).catch(() => undefined);
  }
};

/** Stops polling as soon as it sees a state that it doesn't know. */
const stopsAtUnknownState: ClientScript = async (api) => {
  const jobId = await submit(api, INPUTS);
  const state = await stateIn(await api.get(`/job-status/${jobId}`), jobId);
  if (state === "UNKNOWN") return;
  await follow(api, jobId);
};

/** Downloads a job's outputs again as long as one of them seems to be missing. */
function repeatsDownload(job: object, isMissing: (output: string) => boolean): ClientScript {
  return async (api) => {
    const response = await api.post("/batch-inference", job);
    const { job_id: jobId } = (await response.json()) as { job_id: string };
    await follow(api, jobId);
    for (let tries = 0; tries < 3; tries++) {
      if (!(await outputsOf(api, jobId)).some(isMissing)) return;
      await api.sleep(1);
    }
  };
}

const TWENTY = Array.from({ length: 20 }, (_, row) => `Review ${row}`);

/** Treats an empty output as one that has not arrived. */
const repeatsDownloadForEmptyRow = repeatsDownload({ inputs: TWENTY }, (output) => output === "");

/** Forgot that a review can be mixed. */
const repeatsDownloadForRareLabel = repeatsDownload(
  { inputs: TWENTY, json_schema: { enum: ["positive", "negative", "mixed"] } },
  (output) => !['"positive"', '"negative"'].includes(output),
);

/** Each built-in scenario with the client that it should catch, and the expected finding. */
const CAUGHT: Readonly<Record<string, readonly [ClientScript, ...FindingId[]]>> = {
  "all-rows-fail": [repeatsDownloadForEmptyRow, "downloaded-again"],
  "auth-expires": [retriesRejectedKey, "retried-hopeless"],
  "bad-rows": [repeatsDownloadForBadRow, "downloaded-again"],
  "cancel-404": [believesCancel404, "cancel-not-followed"],
  "cancel-loses-race": [reportsCancellingAsCanceled, "cancelling-taken-for-end"],
  "cancel-slow": [reportsCancellingAsCanceled, "cancelling-taken-for-end"],
  "canceled-halfway": [requestsResultsOfFailedJob, "results-of-unsuccessful"],
  "corrupt-parquet": [downloadsOnce("parquet"), "went-on-after-bad-download"],
  "corrupt-zip": [downloadsOnce("csv"), "went-on-after-bad-download"],
  "dataset-missing": [resubmits("dataset-x"), "retried-hopeless"],
  "edge-values": [repeatsDownloadForEmptyRow, "downloaded-again"],
  "every-branch": [repeatsDownloadForRareLabel, "downloaded-again"],
  "expires-halfway": [requestsResultsOfFailedJob, "results-of-unsuccessful"],
  "fails-at-start": [requestsResultsOfFailedJob, "results-of-unsuccessful"],
  "flaky-network": [looksOnce, "not-retried"],
  "happy-path": [downloadsPerRow, "downloaded-again"],
  instant: [pollsBlindly(5), "polled-after-end"],
  "job-fails-midway": [requestsResultsOfFailedJob, "results-of-unsuccessful"],
  "lost-create-response": [resubmitsAfterLostResponse, "created-twice"],
  outage: [dropsJobOnFailedPoll, "not-retried"],
  overloaded: [looksOnce, "not-retried"],
  "presigned-url-expired": [resubmits("http://127.0.0.1:9/rows.csv"), "retried-hopeless"],
  "queue-full": [replacesQueuedJob, "gave-up"],
  "rate-limited": [submitsTooMany, "not-retried"],
  "read-after-write-lag": [treatsNewJobAsLost, "not-retried"],
  "results-expire": [downloadsNextDay, "downloaded-too-late"],
  "results-late": [givesUpAtFirst409, "never-downloaded"],
  shuffled: [downloadsPerRow, "downloaded-again"],
  "slow-download": [limitsWholeDownload, "download-aborted"],
  "slow-job": [pollsBlindly(1), "still-active"],
  "some-rows-fail": [repeatsDownloadForEmptyRow, "downloaded-again"],
  "stale-status": [pollsBlindly(40), "polled-after-end"],
  "stuck-job": [pollsBlindly(110), "polled-forever"],
  "truncated-download": [downloadsOnce("csv"), "went-on-after-bad-download"],
  "unknown-state": [stopsAtUnknownState, "still-active"],
  "webhook-forged": [acceptsForgery, "webhook-forgery-accepted"],
  "webhook-missing": [waitsForever, "never-looked-at"],
  "webhook-repeated": [handlesTwice, "webhook-handled-twice"],
};

// A patient client sends many requests over a socket.
jest.setTimeout(30_000);

let sim: Simulator;

beforeAll(async () => {
  sim = await startSimulator({ onNotice: () => {} });
});

afterAll(() => sim.close());

/** Scenarios with delays, which require someone to move the clock while a client waits for a response. */
const DELAYED: ReadonlySet<string> = new Set(["flaky-network", "slow-download"]);

/** Advances a sandbox's clock while something waits for it. */
async function moving(
  { control, scenario }: SandboxHandle,
  pending: Promise<unknown>,
): Promise<void> {
  if (!DELAYED.has(scenario)) {
    await pending;
    return;
  }
  let isDone = false;
  const settled = pending.finally(() => {
    isDone = true;
  });
  settled.catch(() => {});
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    if ((await control.clock.read()).waiting > 0) await control.clock.advance("1s");
  }
  await pending;
}

/** Waits on the client's own clock advance the sandbox's clock. */
function sleepIn(box: SandboxHandle, clock: string): Api["sleep"] {
  const scale = clock === "20x" ? 20 : 1;
  return async (seconds) => {
    await box.clock.advance(`${Math.round(seconds * 1000 * scale)}ms`);
  };
}

/** The findings, once the server has noticed that its client has disconnected. */
async function foundIn({ control }: SandboxHandle, awaited: readonly FindingId[]) {
  for (let turns = 0; turns < 1000; turns++) {
    const ids = (await control.findings()).map(({ id }) => id);
    if (awaited.every((id) => ids.includes(id))) return ids;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (await control.findings()).map(({ id }) => id);
}

// `batch-sim scenarios` says so: requests are too far apart for a rate limit at 20 times the speed, and nobody waits on `poll`.
const EXCEPTIONS: readonly string[] = ["rate-limited 20x", "slow-download poll"];

const PAIRS = Object.keys(CAUGHT)
  .flatMap((scenario) => CLOCKS.map((clock) => [scenario, clock] as const))
  .filter((pair) => !EXCEPTIONS.includes(pair.join(" ")));

test("each built-in scenario has a client that it catches", () => {
  expect(Object.keys(CAUGHT)).toEqual(SCENARIOS);
});

test.each(PAIRS)("%s catches its bad client on the clock %s", async (scenario, clock) => {
  // Random draws depend on job IDs, which depend on the sandbox's name.
  const name = `${scenario}-${clock}`;
  await using box = await sim.sandbox({ name, scenario, clock });
  const [script = looksOnce, ...found] = CAUGHT[scenario] ?? [];
  const run = script(apiOf(box, sleepIn(box, clock))).catch(() => {});
  // The client that limits its download moves the clock itself during the download.
  await (script === limitsWholeDownload ? run : moving(box, run));
  expect(await foundIn(box, found)).toEqual(expect.arrayContaining(found));
});

test.each(SCENARIOS.flatMap((scenario) => CLOCKS.map((clock) => [scenario, clock] as const)))(
  "in %s, a good client has no findings on the clock %s",
  async (scenario, clock) => {
    await using box = await sim.sandbox({ scenario, clock });
    const { baseUrl, deploymentUrl, apiKey } = box;
    const seconds = sleepIn(box, clock);
    // Polls at five times the interval, so that a long job takes fewer requests.
    const sleep = (ms: number): Promise<void> => seconds(ms / 200);
    const client = new BatchClient({ baseUrl, deploymentUrl, apiKey, sleep });
    const run = client.run(INPUTS).catch((error: unknown) => {
      expect(error).toHaveProperty("name", "BatchError");
    });
    await moving(box, run);
    const found = await box.control.findings();
    expect(
      found.filter(({ severity }) => severity !== "info").map(({ id, sentence }) => [id, sentence]),
    ).toEqual([]);
  },
);

test.each(CLOCKS)(
  "in bad-rows, a client that checks each row keeps the valid ones, and has no findings on the clock %s",
  async (clock) => {
    await using box = await sim.sandbox({ name: `ratings-${clock}`, scenario: "bad-rows", clock });
    const api = apiOf(box, sleepIn(box, clock));
    const jobId = await submitForRatings(api);
    await follow(api, jobId);
    const ratings = (await outputsOf(api, jobId)).map(ratingIn);
    expect(ratings).toHaveLength(40);
    expect(ratings[0]).toBeUndefined();
    expect(ratings.filter((rating) => rating !== undefined).length).toBeGreaterThan(20);
    const found = await box.control.findings();
    expect(found.filter(({ severity }) => severity !== "info")).toEqual([]);
  },
);

const WEBHOOKS = SCENARIOS.filter((scenario) => scenario.startsWith("webhook-"));

test.each(WEBHOOKS.flatMap((scenario) => CLOCKS.map((clock) => [scenario, clock] as const)))(
  "in %s, a careful receiver has no findings on the clock %s",
  async (scenario, clock) => {
    await using box = await sim.sandbox({ scenario, clock });
    await careful()(apiOf(box, sleepIn(box, clock)));
    const found = await box.control.findings();
    expect(found.filter(({ severity }) => severity !== "info")).toEqual([]);
  },
);

test.each([
  ["never responds", neverResponds, "webhook-unanswered"],
  ["polls nevertheless", pollsNevertheless, "webhook-polled-anyway"],
] as const)("a receiver that %s is told so", async (_, script, finding) => {
  const scenario = { assumptions: { webhooks: "standard" } } as const;
  await using box = await sim.sandbox({ scenario, clock: "manual" });
  await script(apiOf(box, sleepIn(box, "manual")));
  expect(await foundIn(box, [finding])).toContain(finding);
});
