import { expect, test } from "@jest/globals";
import type { Experiment } from "../../src/explore/plan/experiment.ts";
import {
  type ExperimentResult,
  type ExploreReport,
  failing,
  improved,
} from "../../src/explore/report/explore-report.ts";
import { combined, judge } from "../../src/explore/verdict/judgment.ts";
import type { Baseline, SeenRun } from "../../src/explore/verdict/missed-damage.ts";
import { callOf, findingOf } from "./calls.ts";

const PASSED: SeenRun = {
  ...{ exitCode: 0, isTimedOut: false, calls: [], findings: [] },
  activeJobs: new Set(),
};
const BASELINE: Baseline = { first: PASSED, looksAtOutputs: true, limit: () => "10 s" };
const EXPERIMENT: Experiment = {
  id: "x",
  row: "getResults",
  group: "body",
  title: "Something happens.",
  change: {},
  isWaiting: false,
  rank: 1,
};
const DAMAGED: Experiment = { ...EXPERIMENT, shownBy: "fault", damage: "download" };
const download = { operationId: "getResults", jobId: "a", format: "json", url: "/results" };

function judged(
  seen: Partial<SeenRun>,
  experiment: Experiment = EXPERIMENT,
  baseline: Partial<Baseline> = {},
): readonly [string, string] {
  const { name, sentence } = judge(
    experiment,
    { ...PASSED, ...seen },
    { ...BASELINE, ...baseline },
  );
  return [name, sentence];
}

test("a command that passes survives, and one that fails fails loudly", () => {
  expect(judged({})).toEqual(["survived", "The command passed."]);
  expect(judged({ exitCode: 1 })).toEqual([
    "failed-loudly",
    "The command failed with exit code 1, and left no job running.",
  ]);
  expect(judged({ exitCode: 1, activeJobs: new Set(["a"]) })).toEqual([
    "failed-loudly",
    "The command failed with exit code 1. A job that the client didn't know about, or could no longer follow, is still active.",
  ]);
});

test("a command that was killed is hung, whatever it did", () => {
  expect(judged({ isTimedOut: true, exitCode: 128, findings: [findingOf({})] })).toEqual([
    "hung",
    "The command was still running after 10 s, and was killed.",
  ]);
});

test("a finding that the first run didn't have is misbehavior", () => {
  const findings = [findingOf({})];
  expect(judged({ findings })).toEqual(["misbehaved", "The client created two jobs."]);
  expect(judged({ exitCode: 1, findings })[0]).toBe("misbehaved");
  expect(judged({ findings }, EXPERIMENT, { first: { ...PASSED, findings } })[0]).toBe("survived");
  expect(judged({ findings: [findingOf({ isExpected: true })] })[0]).toBe("survived");
  expect(judged({ findings: [findingOf({ severity: "info" })] })[0]).toBe("survived");
});

test("a client's pace between successful polls is judged only in the first run: on a scaled clock, it varies", () => {
  const findings = [findingOf({ id: "polled-too-fast", severity: "warning" })];
  expect(judged({ findings })[0]).toBe("survived");
  expect(judged({ exitCode: 1, findings })[0]).toBe("failed-loudly");
});

test("a client that fails need not retry, but must not leave a job running", () => {
  const missing = [findingOf({ id: "not-retried", severity: "warning" })];
  expect(judged({ exitCode: 1, findings: missing })[0]).toBe("failed-loudly");
  expect(judged({ findings: missing })[0]).toBe("misbehaved");
  const left = [findingOf({ id: "still-active", severity: "warning" })];
  expect(judged({ exitCode: 1, findings: left })[0]).toBe("misbehaved");
  const unseen = { exitCode: 1, findings: [findingOf({ id: "never-looked-at", jobId: "a" })] };
  expect(judged(unseen)[0]).toBe("failed-loudly");
  expect(judged({ ...unseen, activeJobs: new Set(["a"]) })[0]).toBe("misbehaved");
});

test("a client that saw nothing new until its test failed has left no job by mistake", () => {
  const created = callOf({ operationId: "createJob", jobId: "a", url: "/batch-inference" });
  const first = { ...PASSED, calls: [created, callOf({ ...download, id: 2 })] };
  const findings = [findingOf({ id: "still-active" })];
  const failed = { exitCode: 1, findings, calls: [created] };
  expect(judged(failed, EXPERIMENT, { first })[0]).toBe("failed-loudly");
  expect(judged({ ...failed, exitCode: 0 }, EXPERIMENT, { first })[0]).toBe("misbehaved");
  const reset = { ...created, exchange: { ...created.exchange, end: "aborted" as const } };
  expect(judged({ ...failed, calls: [reset] }, EXPERIMENT, { first })[0]).toBe("misbehaved");
  const more = [created, callOf({ operationId: "getQuotas", id: 2 })];
  expect(judged({ ...failed, calls: more }, EXPERIMENT, { first })[0]).toBe("misbehaved");
  const elsewhere = [callOf({ operationId: "createJob", jobId: "a" }, "two")];
  expect(judged({ ...failed, calls: elsewhere }, EXPERIMENT, { first })[0]).toBe("misbehaved");
});

test("a fault that never fired was not reached", () => {
  const calls = [callOf({ ...download, fault: "another" })];
  expect(judged({ calls }, DAMAGED)[0]).toBe("not-reached");
});

test("a damaged download that is not repeated is a false success", () => {
  const damaged = callOf({ ...download, id: 4, fault: "x", end: "cut" });
  expect(judged({ calls: [damaged] }, DAMAGED)).toEqual([
    "false-success",
    "The command passed, although the download GET /results was damaged and the client did not repeat it.",
  ]);
  const repeated = [damaged, callOf({ ...download, id: 5 })];
  expect(judged({ calls: repeated }, DAMAGED)[0]).toBe("survived");
  const slow = [damaged, callOf({ ...download, id: 5, fault: "slow-download" })];
  expect(judged({ calls: slow }, DAMAGED)[0]).toBe("survived");
  expect(judged({ exitCode: 1, calls: [damaged] }, DAMAGED)[0]).toBe("failed-loudly");
});

test("a failed job that the command doesn't notice is a false success", () => {
  const failing: Experiment = { ...EXPERIMENT, ending: "failed" };
  const calls = [callOf({ jobId: "job-1", jobState: "failed" })];
  expect(judged({ calls }, failing)).toEqual([
    "false-success",
    "The command passed, although job job-1 failed, as the response to GET /get-quotas shows.",
  ]);
  expect(judged({ calls }, failing, { first: { ...PASSED, calls } })[0]).toBe("survived");
});

test("a job that fails or expires without having been planned to is a false success, too", () => {
  for (const jobState of ["failed", "expired"] as const) {
    const calls = [callOf({ jobId: "job-1", jobState })];
    expect(judged({ calls })[0]).toBe("false-success");
    expect(judged({ calls }, EXPERIMENT, { first: { ...PASSED, calls } })[0]).toBe("survived");
  }
  // The client may have canceled it.
  const canceled = [callOf({ jobId: "job-1", jobState: "cancelled" })];
  expect(judged({ calls: canceled })[0]).toBe("survived");
});

test("a job that somebody else canceled, or that was not, is judged by its state", () => {
  const canceling: Experiment = { ...EXPERIMENT, ending: "cancelled" };
  const calls = [callOf({ jobId: "job-1", jobState: "cancelled" })];
  expect(judged({ calls }, canceling)).toEqual([
    "false-success",
    "The command passed, although job job-1 was canceled, as the response to GET /get-quotas shows.",
  ]);
  expect(judged({ exitCode: 1, calls }, canceling)[0]).toBe("failed-loudly");
  const succeeded = [callOf({ jobId: "job-1", jobState: "succeeded" })];
  expect(judged({ calls: succeeded }, canceling)[0]).toBe("not-reached");
});

test("damaged rows are a false success only for tests that look at outputs", () => {
  const rows: Experiment = { ...EXPERIMENT, shownBy: "other rows", damage: "rows" };
  const usual = [callOf(download)];
  const response = { status: 200, headers: {}, body: { byteLength: 4, text: '""""' } };
  const calls = [callOf({ ...download, response })];
  const first = { ...PASSED, calls: usual };
  expect(judged({ calls }, rows, { first })[0]).toBe("false-success");
  expect(judged({ calls }, rows, { first, looksAtOutputs: false })[0]).toBe("survived");
  expect(judged({ calls: usual }, rows, { first })[0]).toBe("not-reached");
});

test("rows that differ only in their times are not damaged", () => {
  const rows: Experiment = { ...EXPERIMENT, shownBy: "other rows", damage: "rows" };
  const callAt = (created: number, rest: object = {}) => {
    const text = JSON.stringify({ created, ended: new Date(created * 1000), output: "x" });
    const body = { byteLength: 4, text, ...rest };
    return callOf({ ...download, response: { status: 200, headers: {}, body } });
  };
  const first = { ...PASSED, calls: [callAt(1_893_456_000)] };
  expect(judged({ calls: [callAt(1_893_456_060)] }, rows, { first })[0]).toBe("not-reached");
  const long = { isCut: true, sha256: "aa" };
  const cut = { ...PASSED, calls: [callAt(1_893_456_000, long)] };
  const later = callAt(1_893_456_060, { ...long, sha256: "bb" });
  expect(judged({ calls: [later] }, rows, { first: cut })[0]).toBe("not-reached");
  expect(judged({ calls: [{ ...later, rows: {} }] }, rows, { first: cut })[0]).toBe("not-reached");
});

test("an experiment that ends differently when it is repeated is flaky", () => {
  const hung = { name: "hung", sentence: "It hung.", evidence: [] } as const;
  const failed = { name: "failed-loudly", sentence: "It failed.", evidence: [] } as const;
  expect(combined(hung, hung)).toEqual(hung);
  expect(combined(hung, failed)).toEqual({
    name: "flaky",
    sentence: "Two runs had different verdicts: hung, then failed-loudly.",
    evidence: ["hung: It hung.", "failed-loudly: It failed."],
  });
});

const RESULT: ExperimentResult = {
  ...{ id: "x", row: "getJob", group: "body", title: "X.", sentence: "Y.", evidence: [] },
  ...{ mustSurvive: false, scenario: "x.yaml", repeat: "npx batch-sim exec", verdict: "hung" },
};
const REPORT: ExploreReport = {
  ...{ format: 1, version: "1", command: "npm test", scenario: "happy-path", clock: "poll" },
  ...{ seed: 1, looksAtOutputs: true, firstFindings: [], planned: 1, leftOut: [], notRun: [] },
  results: [],
};

test("only verdicts that got worse than the baseline's fail", () => {
  const report = { results: [RESULT] };
  const before = (verdict: "survived" | "hung" | "misbehaved") => ({
    ...REPORT,
    results: [{ ...RESULT, verdict }],
  });
  expect(failing(report, ["hung"], undefined)).toHaveLength(1);
  expect(failing(report, ["misbehaved"], undefined)).toHaveLength(0);
  expect(failing(report, ["hung"], before("survived"))).toHaveLength(1);
  expect(failing(report, ["hung"], before("hung"))).toHaveLength(0);
  expect(improved(report, before("misbehaved"))).toHaveLength(1);
  expect(improved(report, before("survived"))).toHaveLength(0);
});

test("failing loudly isn't enough where the client has to survive", () => {
  const results = [{ ...RESULT, verdict: "failed-loudly" as const, mustSurvive: true }];
  expect(failing({ results }, [], undefined)).toHaveLength(1);
});
