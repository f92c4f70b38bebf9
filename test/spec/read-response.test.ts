import { expect, test } from "@jest/globals";
import { readResponse } from "../../src/spec/read-response.ts";

test.each([
  ["a value", { state: { $eval: "state" } }, { state: "DONE" }, ["state /state DONE"]],
  ["null", { at: { $eval: "job.endedAt" } }, { at: null }, []],
  ["a key", { "${jobId}": { $eval: "state" } }, { a: "X" }, ["jobId  a", "state /a X"]],
  ["a part of a string", "Job ${jobId} ended.", "Job 7 ended.", ["jobId  7"]],
  [
    "a merge",
    { $merge: [{ a: { $eval: "x" } }, { b: { $eval: "y" } }] },
    { a: 1, b: 2 },
    ["x /a 1", "y /b 2"],
  ],
  [
    "both branches",
    { $if: "x", then: { a: { $eval: "x" } }, else: { b: { $eval: "y" } } },
    { b: 1 },
    ["y /b 1"],
  ],
  ["an expression", { n: { $eval: "a + b" } }, { n: 3 }, []],
  ["a list", [{ $eval: "x" }, { $eval: "y" }], [1, 2], ["x /0 1", "y /1 2"]],
  ["another shape", { a: { b: { $eval: "x" } } }, { a: [1] }, []],
])("a response's template tells where %s is", (_, template, body, expected) => {
  const { values } = readResponse(template, body);
  expect(values.map(({ name, pointer, value }) => `${name} ${pointer} ${value}`)).toEqual(expected);
});

test("each item of a list is read by itself", () => {
  const template = {
    jobs: { $map: { $eval: "jobs" }, "each(job)": { id: { $eval: "job.jobId" } } },
  };
  const { values, items } = readResponse(template, { jobs: [{ id: "a" }, { id: "b/c" }] });
  expect(values).toEqual([]);
  expect(items).toEqual([
    [{ name: "job.jobId", pointer: "/jobs/0/id", value: "a" }],
    [{ name: "job.jobId", pointer: "/jobs/1/id", value: "b/c" }],
  ]);
});
