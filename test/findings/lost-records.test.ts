import { expect, test } from "@jest/globals";
import { VIRTUAL_START } from "../../src/core/time.ts";
import { factsOf } from "../core/job-builder.ts";
import { judged, trace } from "./support.ts";

// A client's apparent omission may be only an exchange that was not recorded, or that was dropped.

const HOUR_MS = 3_600_000;

const facts = (jobId: string) => factsOf({ jobId, at: VIRTUAL_START });

const created = (id: number, jobId: string) => trace(id, id, { use: "createJob", jobId });

const polled = (id: number, jobId: string) =>
  trace(id, HOUR_MS / 2 + id, { use: "getJob", jobId, jobState: "succeeded" });

test("a job that was created before a gap is not judged by what is missing, even if later exchanges show it", () => {
  const traces = [
    created(1, "early"),
    polled(20, "early"),
    created(21, "late"),
    polled(22, "late"),
  ];
  const jobs = [facts("early"), facts("late")];
  const of = (jobId: string) =>
    `The client was told that job ${jobId} was SUCCEEDED, but never downloaded its 10 outputs.`;
  expect(judged({ traces, jobs })).toEqual([
    ["never-downloaded", of("early")],
    ["never-downloaded", of("late")],
  ]);
  const lost = { journalGaps: [{ afterId: 1, untilId: 10 }] };
  expect(judged({ traces, jobs, ...lost })).toEqual([["never-downloaded", of("late")]]);
});

test("an error that a client reported may be about an exchange that was dropped", () => {
  const traces = [trace(100, 100, { use: "listJobs" })];
  const clientErrors = [{ afterExchange: 50 }];
  expect(judged({ traces, clientErrors }).map(([id]) => id)).toEqual(["expected-did-not-occur"]);
  expect(judged({ traces, clientErrors, droppedTraces: 99, droppedUntil: 99 })).toEqual([]);
});
