import type { Facts } from "../../src/core/job/facts.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { atOnce } from "../../src/core/steps.ts";
import { VIRTUAL_START } from "../../src/core/time.ts";
import type { Trace } from "../../src/core/trace.ts";
import { openCaseFile } from "../../src/findings/case-file.ts";
import type { Evidence } from "../../src/findings/evidence.ts";
import { findingsOf, type Judging } from "../../src/findings/findings-of.ts";
import type { Simulator } from "../../src/index.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { contractFactsOf } from "../../src/spec/contract-facts-of.ts";
import { createSpecs } from "../../src/spec/spec.ts";

const CONTRACT = contractFactsOf(createSpecs(await loadBaseDocument())({}));

/** The start time of handwritten traces. */
export const START = VIRTUAL_START;

/** IDs of unexpected findings about a simulator's clients, without `info`, in order. */
export function idsIn(sim: Simulator): string[] {
  return sim
    .report()
    .findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected)
    .map(({ id }) => id);
}

/** An exchange `afterMs` after the beginning, that took 10 ms. */
export function trace(id: number, afterMs: number, more: Partial<Trace>): Trace {
  return {
    id,
    at: START + afterMs,
    wallAt: 1_700_000_000_000 + afterMs,
    durationMs: 10,
    method: more.use === "createJob" ? "POST" : "GET",
    url: `/${more.use ?? "nowhere"}`,
    status: 200,
    responseBytes: 10,
    problems: [],
    end: "finished",
    ...(more.use === undefined ? {} : { operationId: more.use }),
    ...more,
  };
}

/** The evidence about a sandbox on a real clock. */
export function evidence(
  more: Partial<Omit<Evidence, "jobs">> & { jobs?: readonly Facts[] },
): Evidence {
  const { jobs = [], ...rest } = more;
  return {
    sandbox: "box",
    scenario: "happy-path",
    seed: 1,
    clock: { mode: "real" },
    now: START + 3_600_000,
    traces: [],
    droppedTraces: 0,
    rules: [],
    start: { command: "npx batch-sim", options: [], isChanged: false, kind: "own" },
    contract: CONTRACT,
    stalls: [],
    clientErrors: [],
    jobs: jobs.map((facts) => ({
      jobId: facts[0].jobId,
      history: { facts, timeline: timelineOf(facts) },
    })),
    ...rest,
  };
}

function* findingsIn(found: Evidence, judging?: Judging): ReturnType<typeof findingsOf> {
  return yield* findingsOf(yield* openCaseFile(found), judging);
}

/** Findings by ID and sentence, without `info`. */
export function judged(
  more: Parameters<typeof evidence>[0],
  judging?: Judging,
): [string, string][] {
  return atOnce(findingsIn(evidence(more), judging))
    .findings.filter(({ severity }) => severity !== "info")
    .map(({ id, sentence }) => [id, sentence]);
}
