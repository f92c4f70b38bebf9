import { expect, test } from "@jest/globals";
import { atOnce } from "../../src/core/steps.ts";
import { type Verdict, verdictOn } from "../../src/findings/report/verdict.ts";
import { KeptVerdicts, packVerdict, unpackVerdict } from "../../src/simulator/kept-verdicts.ts";
import { factsOf } from "../core/job-builder.ts";
import { evidence, START, trace } from "../findings/support.ts";

/** The verdict on a sandbox with jobs that were never polled. */
function verdictOf(sandbox: string, jobs: number): Verdict {
  const jobIds = Array.from({ length: jobs }, (_, index) => `job-${index}`);
  return atOnce(
    verdictOn(
      evidence({
        sandbox,
        jobs: jobIds.map((jobId) => factsOf({ jobId, at: START })),
        traces: jobIds.map((jobId, index) => trace(index + 1, 0, { use: "createJob", jobId })),
      }),
    ),
  );
}

function namesIn(kept: KeptVerdicts): string[] {
  return kept.all().map((steps) => atOnce(steps).about.name);
}

function* stepsTo(verdict: Verdict) {
  yield;
  return verdict;
}

test("a packed verdict is the same as before, in far less memory", () => {
  const verdict = verdictOf("box", 100);
  expect(verdict.findings).toHaveLength(100);
  const packed = packVerdict(verdict);
  expect(unpackVerdict(packed)).toEqual(verdict);
  expect(packed.byteLength).toBeLessThan(JSON.stringify(verdict).length / 8);
});

test("the newest verdicts are kept, up to a number and a total size", () => {
  const few = new KeptVerdicts({ maxCount: 2, maxBytes: 1_000_000 });
  for (const name of ["a", "b", "c"]) few.add(stepsTo(verdictOf(name, 1)));
  expect(namesIn(few)).toEqual(["b", "c"]);

  const { byteLength } = packVerdict(verdictOf("a", 10));
  const small = new KeptVerdicts({ maxCount: 10, maxBytes: 2.5 * byteLength });
  for (const name of ["a", "b", "c"]) atOnce(small.add(stepsTo(verdictOf(name, 10))));
  expect(namesIn(small)).toEqual(["b", "c"]);
  atOnce(small.add(stepsTo(verdictOf("d", 1000))));
  expect(namesIn(small)).toEqual(["d"]);
});
