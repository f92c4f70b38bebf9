import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import { type FindingId, type Simulator, startSimulator } from "../../src/index.ts";
import type { ClockText, ScenarioSource } from "../../src/types.ts";
import { apiOf, type ClientScript } from "./api.ts";
import { abandonsAfterTwoPolls } from "./bad/abandons-after-two-polls.ts";
import { believesCancel404 } from "./bad/believes-cancel-404.ts";
import { cancelsInFinally } from "./bad/cancels-in-finally.ts";
import { cancelsOnce } from "./bad/cancels-once.ts";
import { cancelsWithoutPause } from "./bad/cancels-without-pause.ts";
import { checksKeyWithoutPause } from "./bad/checks-key-without-pause.ts";
import { downloadsNextDay } from "./bad/downloads-next-day.ts";
import { downloadsPerRow } from "./bad/downloads-per-row.ts";
import { dropsJobOnFailedPoll } from "./bad/drops-job-on-failed-poll.ts";
import { forgetsJobUnderWay } from "./bad/forgets-job-under-way.ts";
import { givesUpAfterThreePolls } from "./bad/gives-up-after-three-polls.ts";
import { givesUpAtFirst409 } from "./bad/gives-up-at-first-409.ts";
import { ignoresRetryAfter } from "./bad/ignores-retry-after.ts";
import { keepsTruncatedFile } from "./bad/keeps-truncated-file.ts";
import { listsWithoutPause } from "./bad/lists-without-pause.ts";
import { misspellsCancelled } from "./bad/misspells-cancelled.ts";
import { pollsWithoutPause } from "./bad/polls-without-pause.ts";
import { reconnectsWithoutPause } from "./bad/reconnects-without-pause.ts";
import { replacesQueuedJob } from "./bad/replaces-queued-job.ts";
import { reportsCancellingAsCanceled } from "./bad/reports-cancelling-as-canceled.ts";
import { requestsResultsOfFailedJob } from "./bad/requests-results-of-failed-job.ts";
import { resubmitsAfterLostResponse } from "./bad/resubmits-after-lost-response.ts";
import { retriesRejectedKey } from "./bad/retries-rejected-key.ts";
import { sendsKeyToSignedUrl } from "./bad/sends-key-to-signed-url.ts";
import { treatsNewJobAsLost } from "./bad/treats-new-job-as-lost.ts";

type BadClient = {
  readonly script: ClientScript;
  readonly scenario: ScenarioSource;
  readonly clock: ClockText;
  /** Whether the test advances the clock afterward, until the client's job has ended. */
  readonly isAdvanced?: true;
  readonly found: readonly FindingId[];
};

const BAD_CLIENTS: Readonly<Record<string, BadClient>> = {
  dropsJobOnFailedPoll: {
    script: dropsJobOnFailedPoll,
    scenario: "outage",
    clock: "manual",
    found: ["not-retried"],
  },
  downloadsPerRow: {
    script: downloadsPerRow,
    scenario: "happy-path",
    clock: "poll",
    found: ["downloaded-again"],
  },
  cancelsInFinally: {
    script: cancelsInFinally,
    scenario: "happy-path",
    clock: "poll",
    found: ["cancelled-after-end"],
  },
  misspellsCancelled: {
    script: misspellsCancelled,
    scenario: "slow-job",
    clock: "poll",
    found: ["polled-after-end"],
  },
  givesUpAtFirst409: {
    script: givesUpAtFirst409,
    scenario: "results-late",
    clock: "manual",
    found: ["never-downloaded"],
  },
  treatsNewJobAsLost: {
    script: treatsNewJobAsLost,
    scenario: "read-after-write-lag",
    clock: "poll",
    found: ["not-retried"],
  },
  cancelsOnce: {
    script: cancelsOnce,
    scenario: "rate-limited",
    clock: "manual",
    found: ["not-retried"],
  },
  believesCancel404: {
    script: believesCancel404,
    scenario: "cancel-404",
    clock: "poll",
    found: ["cancel-not-followed"],
  },
  resubmitsAfterLostResponse: {
    script: resubmitsAfterLostResponse,
    scenario: "lost-create-response",
    clock: "poll",
    found: ["created-twice"],
  },
  keepsTruncatedFile: {
    script: keepsTruncatedFile,
    scenario: "truncated-download",
    clock: "poll",
    found: ["went-on-after-bad-download"],
  },
  reportsCancellingAsCanceled: {
    script: reportsCancellingAsCanceled,
    scenario: "cancel-slow",
    clock: "poll",
    found: ["cancelling-taken-for-end"],
  },
  retriesRejectedKey: {
    script: retriesRejectedKey,
    scenario: "auth-expires",
    clock: "poll",
    found: ["retried-hopeless"],
  },
  requestsResultsOfFailedJob: {
    script: requestsResultsOfFailedJob,
    scenario: "job-fails-midway",
    clock: "poll",
    found: ["results-of-unsuccessful"],
  },
  pollsWithoutPause: {
    script: pollsWithoutPause,
    scenario: "slow-job",
    clock: "real",
    found: ["polled-too-fast", "still-active"],
  },
  ignoresRetryAfter: {
    script: ignoresRetryAfter,
    scenario: "rate-limited",
    clock: "real",
    found: ["retry-after-ignored"],
  },
  downloadsNextDay: {
    script: downloadsNextDay,
    scenario: "results-expire",
    clock: "manual",
    found: ["downloaded-too-late"],
  },
  abandonsAfterTwoPolls: {
    script: abandonsAfterTwoPolls,
    scenario: {
      name: "bad-gateway",
      faults: [{ name: "bad-gateway", on: "getJobStatus", status: 502, times: 2 }],
    },
    clock: "poll",
    found: ["gave-up"],
  },
  forgetsJobUnderWay: {
    script: forgetsJobUnderWay,
    scenario: "happy-path",
    clock: "poll",
    found: ["gave-up"],
  },
  givesUpAfterThreePolls: {
    script: givesUpAfterThreePolls,
    scenario: "slow-job",
    clock: "poll:1s",
    isAdvanced: true,
    found: ["gave-up"],
  },
  listsWithoutPause: {
    script: listsWithoutPause,
    scenario: "slow-job",
    clock: "poll",
    found: ["called-too-often"],
  },
  reconnectsWithoutPause: {
    script: reconnectsWithoutPause,
    scenario: "happy-path",
    clock: "poll",
    found: ["called-too-often"],
  },
  checksKeyWithoutPause: {
    script: checksKeyWithoutPause,
    scenario: "happy-path",
    clock: "poll",
    found: ["called-too-often"],
  },
  cancelsWithoutPause: {
    script: cancelsWithoutPause,
    scenario: "cancel-slow",
    clock: "poll",
    found: ["called-too-often"],
  },
  replacesQueuedJob: {
    script: replacesQueuedJob,
    scenario: "queue-full",
    clock: "poll:5s",
    found: ["gave-up", "never-looked-at"],
  },
};

let sim: Simulator;

beforeAll(async () => {
  sim = await startSimulator({ onNotice: () => {} });
});

afterAll(() => sim.close());

/** The speed of a sandbox's clock relative to the wall clock. */
function scaleOf(clock: string): number {
  return clock.endsWith("x") ? Number.parseFloat(clock) : 1;
}

test.each(Object.entries(BAD_CLIENTS))("%s is found", async (_, { script, ...bad }) => {
  const { scenario, clock, isAdvanced, found } = bad;
  await using box = await sim.sandbox({ scenario, clock });
  // A pause advances the sandbox's clock instead of taking time.
  const sleep = async (seconds: number): Promise<void> => {
    await box.clock.advance(`${Math.round(seconds * 1000 * scaleOf(clock))}ms`);
  };
  await script(apiOf(box, sleep));
  if (isAdvanced === true) await box.clock.advanceUntil("idle");
  const findings = await box.control.findings();
  const ids = findings.filter(({ severity }) => severity !== "info").map(({ id }) => id);
  expect([...new Set(ids)]).toEqual(found);
});

test("sendsKeyToSignedUrl is found", async () => {
  await using box = await startSimulator({
    overlays: ["client-sdk"],
    clock: "poll",
    onNotice: () => {},
  });
  await sendsKeyToSignedUrl(apiOf(box, async () => {}));
  const found = box.report().findings.filter(({ severity }) => severity !== "info");
  expect(found.map(({ id, severity }) => [id, severity])).toEqual([["key-leaked", "error"]]);
});

type GoodClient = {
  readonly scenario: string;
  readonly clock: ClockText;
  /** Wall-clock milliseconds for each of the client's milliseconds; if omitted, the sandbox's clock is advanced instead. */
  readonly speed?: number;
};

const GOOD_CLIENTS: Readonly<Record<string, GoodClient>> = {
  "backs off during an outage": { scenario: "outage", clock: "real" },
  "runs at 20x": { scenario: "happy-path", clock: "20x", speed: 1 / 20 },
  "polls on a poll clock": { scenario: "slow-job", clock: "poll", speed: 0 },
};

test.each(Object.entries(GOOD_CLIENTS))("a client that %s has no findings", async (_, good) => {
  const { scenario, clock, speed } = good;
  await using box = await sim.sandbox({ scenario, clock });
  const { baseUrl, deploymentUrl, apiKey } = box;
  const sleep = async (ms: number): Promise<void> => {
    if (speed === undefined) await box.clock.advance(`${ms}ms`);
    else await new Promise((resolve) => setTimeout(resolve, ms * speed));
  };
  const client = new BatchClient({ baseUrl, deploymentUrl, apiKey, sleep });
  expect(await client.run(["Great product", "Never again"])).toHaveLength(2);
  const canceled = await client.submit(["Cancel me"]).then((jobId) => client.cancel(jobId));
  expect(["CANCELLED", "SUCCEEDED"]).toContain(canceled.status);
  const findings = await box.control.findings();
  expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
});
