import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Facts } from "../../src/core/job/facts.ts";
import { isTerminal, JOB_STATES } from "../../src/core/job/state.ts";
import { type Timeline, timelineOf, usesInputsFrom } from "../../src/core/job/timeline.ts";
import { eventsBetween, type JobView, nextChangeAt, viewAt } from "../../src/core/job/view.ts";
import type { Instant } from "../../src/core/time.ts";
import { anyJob } from "./job-arbitrary.ts";
import { factsOf, ready } from "./job-builder.ts";

/** Every millisecond with a fact, and enough later ones for a job to finish. */
const INSTANTS = Array.from({ length: 150 }, (_, index) => index);

test("law: a later fact never changes an earlier view or event", () => {
  holds(({ facts, timeline }) => {
    for (const [index, fact] of facts.entries()) {
      if (fact.type === "submitted" || fact.type === "inputs") continue;
      const before = timelineOf(upTo(facts, index));
      const earlier = INSTANTS.filter((now) => now < fact.at);
      expect(earlier.map((now) => viewAt(before, now))).toEqual(
        earlier.map((now) => viewAt(timeline, now)),
      );
      expect(eventsBetween(before, -1, fact.at - 1)).toEqual(
        eventsBetween(timeline, -1, fact.at - 1),
      );
    }
  });
});

test("law: states and rows never go backward before the first cancel request or force", () => {
  holds(({ facts, views }) => {
    const interference = facts.find((fact) => !["submitted", "inputs"].includes(fact.type));
    const calm = views.slice(0, interference?.at);
    const backwards = calm.filter((view, index) => {
      const before = calm[index - 1] ?? view;
      return rankOf(view) < rankOf(before) || view.rowsCompleted < before.rowsCompleted;
    });
    expect(backwards).toEqual([]);
  });
});

test("law: a view depends on neither the order nor the number of reads", () => {
  const reads = fc.array(fc.constantFrom(...INSTANTS), { maxLength: 20 });
  fc.assert(
    fc.property(anyJob, reads, (sketch, instants) => {
      const shared = timelineOf(factsOf(sketch));
      expect(instants.map((now) => viewAt(shared, now))).toEqual(
        instants.map((now) => viewAt(timelineOf(factsOf(sketch)), now)),
      );
    }),
    { numRuns: 90 },
  );
});

test("law: any division of time gives the same events", () => {
  const cuts = fc.array(fc.constantFrom(...INSTANTS), { maxLength: 12 });
  fc.assert(
    fc.property(anyJob, cuts, (sketch, unsorted) => {
      const timeline = timelineOf(factsOf(sketch));
      const bounds = [-1, ...unsorted.toSorted((a, b) => a - b), 1000];
      const slices = bounds.slice(1).map((to, index) => {
        return eventsBetween(timeline, bounds[index] ?? to, to);
      });
      expect(slices.flat()).toEqual(eventsBetween(timeline, -1, 1000));
    }),
    { numRuns: 90 },
  );
});

test("law: only rows change before the next change, and something changes at it", () => {
  holds(({ timeline, views }) => {
    const texts = views.map(withoutRows);
    const wrong = INSTANTS.filter((now) => {
      const next = nextChangeAt(timeline, now) ?? Number.POSITIVE_INFINITY;
      const quiet = new Set(texts.slice(now, next));
      const hasEarlyEvent = eventsBetween(timeline, now, next - 1).length > 0;
      return next <= now || quiet.size > 1 || hasEarlyEvent || !isChange(timeline, next);
    });
    expect(wrong).toEqual([]);
  });
});

test("law: the latest event has the state of the view", () => {
  holds(({ timeline, views }) => {
    const events = INSTANTS.map((now) => eventsBetween(timeline, -1, now).at(-1)?.state);
    expect(events).toEqual(views.map((view) => view.state));
  });
});

test("law: a job is complete if and only if it is terminal", () => {
  holds(({ views }) => {
    const settled = views.filter((view) => view.state !== "cancelling");
    expect(settled.map((view) => view.completedAt !== undefined)).toEqual(
      settled.map((view) => isTerminal(view.state)),
    );
  });
});

test("law: timestamps are in order, and none is in the future", () => {
  holds(({ views }) => {
    const unordered = views.filter(({ createdAt, addedAt, startedAt, completedAt }, now) => {
      const stamps = [createdAt, addedAt, startedAt, completedAt, now];
      const known = stamps.filter((at) => at !== undefined);
      return known.some((at, index) => at < (known[index - 1] ?? at));
    });
    expect(unordered).toEqual([]);
  });
});

test("law: all rows are done only once the run is over, and none in a dry run", () => {
  holds(({ facts, timeline, views }) => {
    const { dryRun } = facts[0].submission;
    const over = eventsBetween(timeline, -1, 1000).find(
      ({ state }) => state === "finalizing" || state === "succeeded",
    );
    const wrong = views.filter(({ state, rowsCompleted, numRows }, now) => {
      if (dryRun || numRows === 0) return rowsCompleted !== 0;
      if (state === "finalizing" || state === "succeeded") return rowsCompleted !== numRows;
      const most = over !== undefined && over.at <= now ? numRows : numRows - 1;
      return !(Number.isInteger(rowsCompleted) && rowsCompleted >= 0 && rowsCompleted <= most);
    });
    expect(wrong).toEqual([]);
  });
});

test("law: only a succeeded job has results, and a failure has a reason", () => {
  holds(({ facts, views }) => {
    const { dryRun } = facts[0].submission;
    const wrong = views.filter(({ state, results, failureReason }) => {
      const hasCome = results.kind === "ready" || results.kind === "expired";
      const isMisplaced = hasCome && (dryRun || state !== "succeeded");
      return isMisplaced || (failureReason !== undefined) !== (state === "failed");
    });
    expect(wrong).toEqual([]);
  });
});

test("law: no outcome of a fetch changes a view or the next change before the job uses its inputs", () => {
  const outcomes = [
    null,
    ready(0),
    ready(7),
    { kind: "refused", reason: "gone", numRows: 3 },
  ] as const;
  fc.assert(
    fc.property(anyJob, (sketch) => {
      const source = { kind: "url", url: "http://127.0.0.1/rows.csv" } as const;
      const submission = { ...sketch.submission, source, dryRun: false };
      const timelines = outcomes.map((inputs) =>
        timelineOf(factsOf({ ...sketch, submission, inputs })),
      );
      const [until, ...others] = timelines.map(usesInputsFrom);
      expect(others).toEqual([until, until, until]);
      const known = INSTANTS.filter((now) => now < (until ?? 0));
      const [pending, ...ended] = timelines.map((timeline) =>
        known.map((now) => [viewAt(timeline, now), nextChangeAt(timeline, now)]),
      );
      for (const seen of ended) expect(seen).toEqual(pending);
    }),
    { numRuns: 90 },
  );
});

type Life = {
  readonly facts: Facts;
  readonly timeline: Timeline;
  /** One view for each instant. */
  readonly views: readonly JobView[];
};

function holds(law: (life: Life) => void): void {
  fc.assert(
    fc.property(anyJob, (sketch) => {
      const facts = factsOf(sketch);
      const timeline = timelineOf(facts);
      law({ facts, timeline, views: INSTANTS.map((now) => viewAt(timeline, now)) });
    }),
    { numRuns: 90 },
  );
}

function upTo([submitted, ...others]: Facts, count: number): Facts {
  return [submitted, ...others.slice(0, count - 1)];
}

function rankOf(view: JobView): number {
  return isTerminal(view.state) ? JOB_STATES.length : JOB_STATES.indexOf(view.state);
}

function withoutRows(view: JobView): string {
  return JSON.stringify({ ...view, rowsCompleted: 0 });
}

/**
 * Whether a job enters a state at an instant, or its results become ready or expire; Infinity
 * counts as a change.
 */
function isChange(timeline: Timeline, at: Instant): boolean {
  if (at === Number.POSITIVE_INFINITY) return true;
  const [before, after] = [viewAt(timeline, at - 1), viewAt(timeline, at)];
  return (
    eventsBetween(timeline, at - 1, at).length > 0 || before.results.kind !== after.results.kind
  );
}
