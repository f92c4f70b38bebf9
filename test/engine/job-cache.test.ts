import { expect, test } from "@jest/globals";
import { jobCache } from "../../src/engine/job-cache.ts";
import { recordedSandbox } from "../state/sandbox-builder.ts";

test("a value is made once while its job is among the most recently used ones of its sandbox", () => {
  const cache = jobCache<string>(2);
  const made: string[] = [];
  const [one, two] = [recordedSandbox().sandbox, recordedSandbox().sandbox];
  const ask = (sandbox: typeof one, jobId: string): string =>
    cache(sandbox, jobId, () => {
      made.push(jobId);
      return `value of ${jobId}`;
    });
  for (const jobId of ["a", "b", "a", "c", "a", "b"]) ask(one, jobId);
  expect(made).toEqual(["a", "b", "c", "b"]);
  expect(ask(two, "a")).toBe("value of a");
  expect(made).toHaveLength(5);
});
