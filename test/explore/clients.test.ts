import { expect, test } from "@jest/globals";
import type { VerdictName } from "../../src/options/explore-table.ts";
import type { ClockText, FindingId } from "../../src/types.ts";
import { apiOf, type ClientScript } from "../clients/api.ts";
import { believesCancel404 } from "../clients/bad/believes-cancel-404.ts";
import { cancelsInFinally } from "../clients/bad/cancels-in-finally.ts";
import { cancelsOnce } from "../clients/bad/cancels-once.ts";
import { cancelsWithoutPause } from "../clients/bad/cancels-without-pause.ts";
import { checksKeyWithoutPause } from "../clients/bad/checks-key-without-pause.ts";
import { downloadsNextDay } from "../clients/bad/downloads-next-day.ts";
import { downloadsPerRow } from "../clients/bad/downloads-per-row.ts";
import { dropsJobOnFailedPoll } from "../clients/bad/drops-job-on-failed-poll.ts";
import { forgetsJobUnderWay } from "../clients/bad/forgets-job-under-way.ts";
import { givesUpAfterThreePolls } from "../clients/bad/gives-up-after-three-polls.ts";
import { givesUpAtFirst409 } from "../clients/bad/gives-up-at-first-409.ts";
import { ignoresRetryAfter } from "../clients/bad/ignores-retry-after.ts";
import { keepsTruncatedFile } from "../clients/bad/keeps-truncated-file.ts";
import { listsWithoutPause } from "../clients/bad/lists-without-pause.ts";
import { misspellsCancelled } from "../clients/bad/misspells-cancelled.ts";
import { pollsWithoutPause } from "../clients/bad/polls-without-pause.ts";
import { reconnectsWithoutPause } from "../clients/bad/reconnects-without-pause.ts";
import { repeatsDownloadForBadRow } from "../clients/bad/repeats-download-for-bad-row.ts";
import { replacesQueuedJob } from "../clients/bad/replaces-queued-job.ts";
import { reportsCancellingAsCanceled } from "../clients/bad/reports-cancelling-as-canceled.ts";
import { requestsResultsOfFailedJob } from "../clients/bad/requests-results-of-failed-job.ts";
import { resubmitsAfterLostResponse } from "../clients/bad/resubmits-after-lost-response.ts";
import { retriesRejectedKey } from "../clients/bad/retries-rejected-key.ts";
import { sendsKeyToSignedUrl } from "../clients/bad/sends-key-to-signed-url.ts";
import { treatsNewJobAsLost } from "../clients/bad/treats-new-job-as-lost.ts";
import { chatLine, runBatch, send } from "../support/openai-client.ts";
import { abandonsAfterTwoPolls } from "./bad/abandons-after-two-polls.ts";
import { limitsWholeDownload } from "./bad/limits-whole-download.ts";
import { type ClientTest, exploreTest } from "./explore-script.ts";

// No scenario is chosen here: a defect has to show up in the experiments that are planned for the client's own test.

/** A script as its own test, which advances the clock instead of waiting. */
function testOf(script: ClientScript): ClientTest {
  return (sim) => {
    const sleep = async (seconds: number): Promise<void> => {
      await sim.clock.advance(`${Math.round(seconds * 1000)}ms`);
    };
    return script(apiOf(sim, sleep, SCRIPT_TIMEOUT_MS));
  };
}

const SCRIPT_TIMEOUT_MS = 10_000;

type Defect = {
  readonly script: ClientScript;
  /** The experiment that shows it. */
  readonly in: string;
  readonly verdict: VerdictName;
  readonly found: FindingId;
  readonly clock?: ClockText;
};

const DEFECTS: Readonly<Record<string, Defect>> = {
  abandonsAfterTwoPolls: {
    script: abandonsAfterTwoPolls,
    in: "get-job-status-503-often",
    verdict: "misbehaved",
    found: "gave-up",
  },
  cancelsOnce: {
    script: cancelsOnce,
    in: "cancel-job-503-often",
    verdict: "misbehaved",
    found: "not-retried",
  },
  // Its test advances the clock by a day.
  downloadsNextDay: {
    script: downloadsNextDay,
    in: "results-expire",
    verdict: "misbehaved",
    found: "downloaded-too-late",
  },
  dropsJobOnFailedPoll: {
    script: dropsJobOnFailedPoll,
    in: "get-job-status-queued-503",
    verdict: "misbehaved",
    found: "not-retried",
  },
  givesUpAtFirst409: {
    script: givesUpAtFirst409,
    in: "results-late",
    verdict: "misbehaved",
    found: "never-downloaded",
  },
  // A `poll` clock doesn't show how long a client waits.
  ignoresRetryAfter: {
    script: ignoresRetryAfter,
    in: "list-jobs-429-with-retry-after",
    verdict: "misbehaved",
    found: "retry-after-ignored",
    clock: "60x",
  },
  keepsTruncatedFile: {
    script: keepsTruncatedFile,
    in: "get-results-succeeded-csv-half-of-the-body",
    verdict: "false-success",
    found: "went-on-after-bad-download",
  },
  // A `poll` clock jumps ahead instead of sending a body slowly.
  limitsWholeDownload: {
    script: limitsWholeDownload,
    in: "get-results-succeeded-json-a-body-at-500-bytes-per-second",
    verdict: "misbehaved",
    found: "download-aborted",
    clock: "real",
  },
  repeatsDownloadForBadRow: {
    script: repeatsDownloadForBadRow,
    in: "row-against-schema",
    verdict: "misbehaved",
    found: "downloaded-again",
  },
  requestsResultsOfFailedJob: {
    script: requestsResultsOfFailedJob,
    in: "fails-at-start",
    verdict: "false-success",
    found: "results-of-unsuccessful",
  },
  resubmitsAfterLostResponse: {
    script: resubmitsAfterLostResponse,
    in: "create-job-a-reset-after-the-service-has-done-its-work",
    verdict: "misbehaved",
    found: "created-twice",
  },
  retriesRejectedKey: {
    script: retriesRejectedKey,
    in: "get-quotas-the-service-s-error-unauthenticated",
    verdict: "misbehaved",
    found: "retried-hopeless",
  },
  treatsNewJobAsLost: {
    script: treatsNewJobAsLost,
    in: "get-job-status-queued-404-for-a-job-that-is-younger-than-3-s",
    verdict: "misbehaved",
    found: "not-retried",
  },
};

test.each(Object.entries(DEFECTS))("an experiment shows that %s", async (_, defect) => {
  const { script, clock, in: experiment, verdict, found } = defect;
  const { first, explored } = await exploreTest(testOf(script), {
    ...(clock === undefined ? {} : { clock }),
    only: (id) => id === experiment,
  });
  expect(first).not.toContain(found);
  expect(explored.map((each) => [each.id, each.verdict.name])).toEqual([[experiment, verdict]]);
  expect(explored[0]?.found).toContain(found);
});

const WITHOUT_FAULTS: readonly (readonly [ClientScript, FindingId])[] = [
  [believesCancel404, "cancelling-taken-for-end"],
  [cancelsInFinally, "cancelled-after-end"],
  [cancelsWithoutPause, "called-too-often"],
  [checksKeyWithoutPause, "called-too-often"],
  [downloadsPerRow, "downloaded-again"],
  [forgetsJobUnderWay, "gave-up"],
  [givesUpAfterThreePolls, "gave-up"],
  [listsWithoutPause, "called-too-often"],
  [misspellsCancelled, "polled-after-end"],
  [pollsWithoutPause, "polled-after-end"],
  [reconnectsWithoutPause, "called-too-often"],
  [replacesQueuedJob, "gave-up"],
  [reportsCancellingAsCanceled, "cancelling-taken-for-end"],
];

test.each(WITHOUT_FAULTS.map(([script, found]) => [script.name, script, found] as const))(
  "the run without faults shows that %s",
  async (_, script, found) => {
    const { first } = await exploreTest(testOf(script), { only: () => false });
    expect(first).toContain(found);
  },
);

test("the run without faults shows that sendsKeyToSignedUrl, in an API with such URLs", async () => {
  const extent = { overlays: ["client-sdk"], only: () => false };
  const { first } = await exploreTest(testOf(sendsKeyToSignedUrl), extent);
  expect(first).toContain("key-leaked");
});

const BROKEN = "get-file-content-succeeded-half-of-the-body";

test.each([
  ["a file that breaks off", BROKEN, "false-success"],
  ["a row that is empty", "row-empty", "survived"],
  ["a batch that somebody else canceled", "canceled-midway", "false-success"],
  ["a batch that gets stuck until it expires", "stuck-running", "false-success"],
])("a client of batches in files does not notice %s", async (_, experiment, verdict) => {
  const { first, explored } = await exploreTest(
    async (sim) => {
      const { output_file_id: file } = await runBatch(sim, [chatLine("a"), chatLine("b")]);
      const content = await send(sim, "GET", `/files/${file}/content`);
      await content.text().catch(() => "");
    },
    { overlays: ["openai"], only: (id) => id === experiment },
  );
  expect(first).toEqual([]);
  expect(explored.map(({ id, verdict: { name } }) => [id, name])).toEqual([[experiment, verdict]]);
});
