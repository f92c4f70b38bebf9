import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isTerminal, JOB_STATES, type JobState } from "../../src/core/job/state.ts";
import { type Timeline, timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import { anyJobs } from "./job-arbitrary.ts";
import { factsOf, type JobSketch } from "./job-builder.ts";
import { factsByJob, type LoggedFact, LogReplay, logOf, queueExitsOf } from "./queue-exits.ts";

const INSTANTS = Array.from({ length: 150 }, (_, index) => index);

const slots = fc.integer({ min: 1, max: 3 });

test("law: a later fact changes no job's earlier view, even with limited slots", () => {
  holds(25, (sketches, capacity) => {
    const log = logOf(sketches.map((sketch) => ({ ...sketch, capacity })));
    const after = new Map([...timelinesOf(log)].map(([jobId, it]) => [jobId, viewsUntil(it)]));
    for (const [index, { fact }] of log.entries()) {
      if (fact.type === "inputs") continue;
      const before = timelinesOf(log.slice(0, index));
      const changed = [...before].filter(([jobId, timeline]) =>
        viewsUntil(timeline, fact.at).some((view, now) => view !== after.get(jobId)?.[now]),
      );
      expect(changed.map(([jobId]) => jobId)).toEqual([]);
    }
  });
});

test("law: a later fact delays no other job, even at the same instant", () => {
  holds(25, (sketches, capacity) => {
    const log = logOf(sketches.map((sketch) => ({ ...sketch, capacity })));
    let after = timelinesOf([]);
    for (const [index, { jobId: ownId, fact }] of log.entries()) {
      const before = after;
      after = timelinesOf(log.slice(0, index + 1));
      if (fact.type === "inputs") continue;
      const now = after;
      const putBack = [...before.keys()].filter((jobId) => {
        return jobId !== ownId && rankAt(now, jobId, fact.at) < rankAt(before, jobId, fact.at);
      });
      expect(putBack).toEqual([]);
    }
  });
});

test("law: jobs never hold more slots than there are, and none that may start waits while one is free", () => {
  holds(35, (sketches, capacity) => {
    const jobs = sketches.map((sketch) => unforced({ ...sketch, capacity }));
    const timelines = [...timelinesOf(logOf(jobs)).values()];
    const wrong = INSTANTS.filter((now) => {
      const held = timelines.filter((timeline) => holdsSlotAt(timeline, now)).length;
      const isWaiting = timelines.some((timeline) => mayLeaveQueueAt(timeline, now));
      return held > capacity || (held < capacity && isWaiting);
    });
    expect(wrong).toEqual([]);
  });
});

test("law: a job that leaves the queue precedes every waiting job that could leave", () => {
  holds(35, (sketches, capacity) => {
    const jobs = sketches.map((sketch) => unforced({ ...sketch, capacity }));
    const timelines = [...timelinesOf(logOf(jobs)).values()];
    for (const [order, timeline] of timelines.entries()) {
      const leftAt = timeline.phases.find((phase) => phase.state === "starting")?.from;
      if (leftAt === undefined) continue;
      const passedOver = timelines.filter((rival, rivalOrder) => {
        if (rival.plan.createdAt === leftAt || !mayLeaveQueueAt(rival, leftAt)) return false;
        const [own, other] = [sketches[order], sketches[rivalOrder]].map(priorityOf);
        return (other ?? 0) < (own ?? 0) || (other === own && rivalOrder < order);
      });
      expect(passedOver).toEqual([]);
    }
  });
});

test("law: a replay that goes on with later facts gives the same exits as a new one", () => {
  fc.assert(
    fc.property(anyJobs, slots, fc.nat(), (sketches, capacity, seed) => {
      const log = logOf(sketches.map((sketch) => ({ ...sketch, capacity })));
      const end = seed % (log.length + 1);
      const replay = new LogReplay(log);
      replay.goOn(end);
      const before = replay.exits();
      replay.goOn(log.length);
      expect([before, replay.exits()]).toEqual([
        new LogReplay(log).goOn(end).exits(),
        queueExitsOf(log),
      ]);
    }),
    { numRuns: 35 },
  );
});

test("law: it doesn't matter when the inputs are read", () => {
  holds(35, (sketches, capacity) => {
    const log = logOf(sketches.map((sketch) => ({ ...sketch, capacity })));
    const late = log.toSorted((a, b) => Number(isOfInputs(a)) - Number(isOfInputs(b)));
    expect(queueExitsOf(late)).toEqual(queueExitsOf(log));
  });
});

test("law: with a slot for every job, each leaves the queue after its own queue time", () => {
  fc.assert(
    fc.property(anyJobs, (sketches) => {
      for (const [jobId, timeline] of timelinesOf(
        logOf(sketches.map((sketch) => ({ ...sketch, capacity: sketches.length }))),
      )) {
        const alone = sketches.find((sketch) => sketch.jobId === jobId);
        expect(timeline.phases).toEqual(timelineOf(factsOf(alone)).phases);
      }
    }),
    { numRuns: 35 },
  );
});

/** Checks a law for any jobs in a sandbox with a limited number of slots. */
function holds(
  numRuns: number,
  law: (sketches: readonly JobSketch[], capacity: number) => void,
): void {
  fc.assert(fc.property(anyJobs, slots, law), { numRuns });
}

function isOfInputs({ fact }: LoggedFact): boolean {
  return fact.type === "inputs";
}

/** A job that gets its slot only from the queue: the test doesn't force it into any state. */
function unforced(sketch: JobSketch): JobSketch {
  return { ...sketch, later: (sketch.later ?? []).filter((fact) => fact.type !== "forced") };
}

function timelinesOf(log: readonly LoggedFact[]): Map<string, Timeline> {
  const exits = queueExitsOf(log);
  return new Map(
    [...factsByJob(log)].map(([jobId, facts]) => [jobId, timelineOf(facts, exits.get(jobId))]),
  );
}

/** The views at all instants before one, as strings. */
function viewsUntil(timeline: Timeline, end = Infinity): string[] {
  const earlier = INSTANTS.filter((now) => now < end);
  return earlier.map((now) => JSON.stringify(viewAt(timeline, now)));
}

function stateAt(timeline: Timeline, now: number): JobState {
  return viewAt(timeline, now).state;
}

function rankAt(timelines: Map<string, Timeline>, jobId: string, now: number): number {
  const timeline = timelines.get(jobId);
  if (timeline === undefined) return -1;
  const state = stateAt(timeline, now);
  return isTerminal(state) ? JOB_STATES.length : JOB_STATES.indexOf(state);
}

function holdsSlotAt({ phases }: Timeline, now: number): boolean {
  const last = phases.findLast((phase) => phase.from <= now && phase.state !== "cancelling");
  return last?.state === "starting" || last?.state === "running";
}

/** Whether a job is still in the queue at an instant although its own queue time is over. */
function mayLeaveQueueAt(timeline: Timeline, now: number): boolean {
  const { outcome, queuedMs } = timeline.plan;
  const view = viewAt(timeline, now);
  const isStuck = outcome.kind === "stuck" && outcome.state === "queued";
  return view.state === "queued" && !isStuck && now >= (view.addedAt ?? 0) + queuedMs;
}

function priorityOf(sketch: JobSketch | undefined): number {
  return sketch?.submission?.jobPriority ?? 0;
}
