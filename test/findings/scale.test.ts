import { expect, test } from "@jest/globals";
import { atOnce } from "../../src/core/steps.ts";
import { junitReport } from "../../src/findings/report/junit.ts";
import { reportOf } from "../../src/findings/report/report-of.ts";
import { shortenedVerdict, verdictOn } from "../../src/findings/report/verdict.ts";
import { MAX_TRACES, Traces } from "../../src/state/records.ts";
import { factsOf } from "../core/job-builder.ts";
import { evidence, START, trace } from "./support.ts";

const JOBS = 1000;

test("a report of 100,000 exchanges is bounded in size", () => {
  const jobs = Array.from({ length: JOBS }, (_, job) =>
    factsOf({ jobId: `job-${job}`, at: START }),
  );
  const traces = Array.from({ length: 100_000 }, (_, index) => {
    const use = index < JOBS ? "createJob" : "getJobStatus";
    return trace(index + 1, index, { use, jobId: `job-${index % JOBS}`, jobState: "succeeded" });
  });
  const verdict = atOnce(verdictOn(evidence({ jobs, traces })));
  const report = atOnce(reportOf([verdict], { version: "0", expected: [] }));
  expect(report.summary).toMatchObject({ exchanges: 100_000, jobs: JOBS, warnings: 2 * JOBS });
  expect([report.findings.length, report.moreFindings]).toEqual([1000, 1000]);
  expect(JSON.stringify(report).length).toBeLessThan(3_000_000);
  expect(junitReport(report, "error").length).toBeLessThan(3_000_000);
});

test("the work for one job's polls and downloads grows in proportion to their number", () => {
  let reads = 0;
  const counted = (id: number): ReturnType<typeof trace> => {
    const use = ["getJobStatus", "getResults"][id % 2] ?? "";
    const each = trace(id, id * 2000, { use, jobId: "job", jobState: "succeeded" });
    return Object.defineProperty(each, "id", {
      get: () => {
        reads++;
        return id;
      },
    });
  };
  const created = trace(1, 0, { use: "createJob", jobId: "job" });
  const traces = [created, ...Array.from({ length: 4000 }, (_, index) => counted(index + 2))];
  atOnce(verdictOn(evidence({ jobs: [factsOf({ jobId: "job", at: START })], traces })));
  expect(reads / traces.length).toBeLessThan(100);
});

test("findings beyond the first 1000 of a kind are counted, in reports on ended sandboxes too", () => {
  const jobIds = Array.from({ length: 1200 }, (_, index) => `job-${index}`);
  const jobs = jobIds.map((jobId) => factsOf({ jobId, at: START }));
  const traces = jobIds.map((jobId, index) => trace(index + 1, 0, { use: "createJob", jobId }));
  const verdict = atOnce(verdictOn(evidence({ jobs, traces })));
  expect(verdict.findings).toHaveLength(1000);
  const omitted = { id: "never-looked-at", severity: "warning" } as const;
  expect(verdict.omitted).toEqual([{ ...omitted, count: 200 }]);
  for (const [each, described] of [
    [verdict, 1000],
    [shortenedVerdict(verdict), 100],
  ] as const) {
    const report = atOnce(reportOf([each], { version: "0", expected: [] }));
    expect(report.summary).toMatchObject({ warnings: 1200, expected: 0 });
    expect([report.findings.length, report.moreFindings]).toEqual([described, 1200 - described]);
    const expected = [{ id: "never-looked-at" }] as const;
    expect(atOnce(reportOf([each], { version: "0", expected })).summary).toMatchObject({
      warnings: 0,
      expected: 1200,
    });
  }
});

test("only the newest exchanges count if there are too many, and the report says so", () => {
  const traces = new Traces(3);
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) traces.add(trace(id, id, {}));
  expect([traces.all().map(({ id }) => id), traces.dropped]).toEqual([[6, 7, 8], 5]);
  expect(MAX_TRACES).toBe(100_000);
  const cut = evidence({ traces: traces.all(), droppedTraces: traces.dropped });
  const { notJudged, about } = atOnce(verdictOn(cut));
  expect([notJudged, about.exchanges]).toEqual([
    [{ what: "the oldest 5 exchanges", why: "there were more exchanges than the report can hold" }],
    8,
  ]);
});
