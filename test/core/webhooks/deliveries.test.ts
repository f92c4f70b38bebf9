import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Facts } from "../../../src/core/job/facts.ts";
import { timelineOf } from "../../../src/core/job/timeline.ts";
import {
  type DeliveryAttempt,
  type DeliveryRules,
  deliveriesOf,
  faultOfNext,
  inOrder,
  plannedAttempts,
} from "../../../src/core/webhooks/delivery.ts";
import type { DeliveryFault, WebhookEndpoint } from "../../../src/core/webhooks/endpoint.ts";
import { anyJob } from "../job-arbitrary.ts";
import { cancelAt, factsOf, fixed } from "../job-builder.ts";

const HOUR = 3_600_000;

const ENDPOINT: WebhookEndpoint = {
  endpointId: "endpoint-1",
  name: "",
  url: "http://127.0.0.1:1/",
  createdAt: 0,
  updatedAt: 0,
  subscriptions: [{ from: 0, events: ["done", "failed"] }],
  secrets: [{ secret: "whsec_AAAA" }],
};

const RULES: DeliveryRules = {
  seed: 1,
  events: { done: "succeeded", failed: "failed", cancelled: "cancelled" },
  endpoints: [ENDPOINT],
  rules: [],
};

/** A receiver's reaction to an attempt. */
type Respond = (delivery: string, number: number) => Pick<DeliveryAttempt, "end" | "status">;

const accepts: Respond = () => ({ end: "responded", status: 200 });
const fails: Respond = () => ({ end: "responded", status: 500 });

/** The attempts for some jobs by an instant, as the clock stops at each of some others. */
function play(
  jobs: readonly Facts[],
  respond: Respond,
  { until = 100 * HOUR, stops = [], ...changed }: Partial<DeliveryRules> & Played = {},
): readonly DeliveryAttempt[] {
  const rules = { ...RULES, ...changed };
  const attempts = new Map<string, readonly DeliveryAttempt[]>();
  const made: DeliveryAttempt[] = [];
  const known = jobs.map((facts, order) => ({ timeline: timelineOf(facts), order }));
  for (const now of [...stops, until]) {
    for (;;) {
      const [due] = known
        .flatMap((job) => plannedAttempts(job, attempts, rules))
        .filter(({ at }) => at <= now)
        .sort(inOrder);
      if (due === undefined) break;
      const { deliveryId, endpointId, event, jobId, at: eventAt } = due.delivery;
      const before = attempts.get(deliveryId) ?? [];
      const fault = faultOfNext(due.delivery, before);
      const attempt: DeliveryAttempt = {
        ...{ deliveryId, endpointId, event, jobId, eventAt, url: ENDPOINT.url },
        ...{ at: due.at, wallAt: 0, durationMs: 0 },
        ...respond(deliveryId, before.length + 1),
        ...(fault && { fault: fault.kind }),
      };
      attempts.set(deliveryId, [...before, attempt]);
      made.push(attempt);
    }
  }
  return made;
}

type Played = { readonly until?: number; readonly stops?: readonly number[] };

const instantsOf = (attempts: readonly DeliveryAttempt[]): readonly number[] =>
  attempts.map(({ at }) => at);

/** The job succeeds 1,200 ms after its submission. */
const JOB = factsOf();

test("a delivery is made when its event happens, and once if the receiver accepts it", () => {
  expect(play([JOB], accepts)).toEqual([
    {
      deliveryId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      ...{ endpointId: "endpoint-1", event: "done", jobId: "job-1", url: ENDPOINT.url },
      ...{ eventAt: 1200, at: 1200, wallAt: 0, durationMs: 0, end: "responded", status: 200 },
    },
  ]);
});

test("attempts follow with growing pauses for 72 hours", () => {
  const pauses = [5 / 3600, 1 / 12, 1 / 2, 2, 5, 10, 10, 10, 10, 10, 10];
  const expected = [1200];
  for (const hours of pauses) expected.push((expected.at(-1) ?? 0) + Math.round(hours * HOUR));
  expect(instantsOf(play([JOB], fails))).toEqual(expected);
});

test("a job that had ended before it was canceled causes no second event", () => {
  const later = factsOf({ later: [cancelAt(2000)] });
  expect(instantsOf(play([later], accepts))).toEqual([1200]);
});

test("an endpoint gets the events since its creation to which it was subscribed at the time", () => {
  const subscriptions = [
    { from: 1000, events: ["failed"] },
    { from: 1201, events: ["done"] },
  ] as const;
  const early = [{ ...ENDPOINT, subscriptions }];
  expect(play([JOB, factsOf({ at: 10, jobId: "job-2" })], accepts, { endpoints: early })).toEqual([
    expect.objectContaining({ jobId: "job-2", at: 1210 }),
  ]);
});

test.each<[string, DeliveryFault, readonly (readonly [number, string | undefined])[]]>([
  ["late", { kind: "late", by: fixed(700) }, [[1900, "late"]]],
  ["never", { kind: "never" }, []],
  [
    "twice",
    { kind: "twice" },
    [
      [1200, undefined],
      [6200, "twice"],
    ],
  ],
  [
    "lost",
    { kind: "lost" },
    [
      [1200, "lost"],
      [6200, undefined],
    ],
  ],
  [
    "truncate",
    { kind: "truncate", share: 0.5 },
    [
      [1200, "truncate"],
      [6200, undefined],
    ],
  ],
  [
    "signature",
    { kind: "signature", signature: "wrong" },
    [
      [1200, "signature"],
      [6200, undefined],
    ],
  ],
])(
  "the fault `%s` shapes the attempts of a delivery that the receiver accepts",
  (_, fault, expected) => {
    const made = play([JOB], accepts, { rules: [{ fault }] });
    expect(made.map((attempt) => [attempt.at, attempt.fault])).toEqual(expected);
  },
);

test("a rule selects deliveries by state, by the order of jobs, and by a share", () => {
  const jobs = Array.from({ length: 400 }, (_, index) =>
    factsOf({ at: index, jobId: `job-${index}` }),
  );
  const lost = (rule: object): readonly string[] => {
    const rules = { ...RULES, rules: [{ ...rule, fault: { kind: "never" } as const }] };
    return jobs
      .flatMap((facts, order) => deliveriesOf({ timeline: timelineOf(facts), order }, rules))
      .filter(({ fault }) => fault !== undefined)
      .map(({ jobId }) => jobId);
  };
  expect(lost({ states: ["failed"] })).toEqual([]);
  expect(lost({ index: [0, 7] })).toEqual(["job-0", "job-7"]);
  expect(lost({ every: 200 })).toEqual(["job-199", "job-399"]);
  const some = lost({ share: 0.25 }).length;
  expect(some).toBeGreaterThan(60);
  expect(some).toBeLessThan(140);
});

const anyStatus = fc.constantFrom(0, 200, 204, 302, 400, 500);

/** A receiver that responds by delivery and attempt, in a way that a list of statuses determines. */
function receiver(statuses: readonly number[]): Respond {
  return (delivery, number) => {
    const status = statuses[(delivery.charCodeAt(0) + number) % statuses.length] ?? 200;
    return { end: status === 0 ? "timedOut" : "responded", status };
  };
}

const anyRun = fc.record({
  jobs: fc
    .array(anyJob, { minLength: 1, maxLength: 3 })
    .map((sketches) =>
      sketches.map((sketch, index) => factsOf({ ...sketch, jobId: `job-${index}` })),
    ),
  respond: fc.array(anyStatus, { minLength: 1, maxLength: 7 }).map(receiver),
  fault: fc.constantFrom<DeliveryFault | undefined>(
    undefined,
    { kind: "late", by: fixed(3) },
    { kind: "twice" },
    { kind: "lost" },
    { kind: "signature", signature: "old" },
  ),
});

const rulesFor = (fault: DeliveryFault | undefined): Pick<DeliveryRules, "rules"> => {
  return { rules: fault === undefined ? [] : [{ fault }] };
};

test("law: no attempt is before its event, pauses never shrink, and none follows a success", () => {
  fc.assert(
    fc.property(anyRun, ({ jobs, respond, fault }) => {
      const made = play(jobs, respond, rulesFor(fault));
      for (const id of new Set(made.map(({ deliveryId }) => deliveryId))) {
        const attempts = made.filter(({ deliveryId }) => deliveryId === id);
        const at = instantsOf(attempts);
        const pauses = at.slice(1).map((next, index) => next - (at[index] ?? 0));
        expect(at[0]).toBeGreaterThanOrEqual(attempts[0]?.eventAt ?? 0);
        expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
        expect((at.at(-1) ?? 0) - (attempts[0]?.eventAt ?? 0)).toBeLessThanOrEqual(72 * HOUR);
        const isOver = attempts.map(({ status, fault: done }) => {
          return status >= 200 && status < 300 && (done === undefined || done === "late");
        });
        expect(isOver.slice(0, -1).filter(Boolean).length).toBeLessThanOrEqual(
          fault?.kind === "twice" ? 1 : 0,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test("law: any division of time gives the same attempts", () => {
  const stops = fc.array(fc.integer({ min: 0, max: 100 * HOUR }), { maxLength: 8 });
  fc.assert(
    fc.property(anyRun, stops, ({ jobs, respond, fault }, unsorted) => {
      const rules = rulesFor(fault);
      const divided = { ...rules, stops: unsorted.toSorted((a, b) => a - b) };
      expect(play(jobs, respond, divided)).toEqual(play(jobs, respond, rules));
    }),
    { numRuns: 60 },
  );
});

test("law: a later fact never changes an earlier delivery", () => {
  fc.assert(
    fc.property(anyJob, (sketch) => {
      const facts = factsOf(sketch);
      for (const [index, { type, at: since }] of facts.entries()) {
        if (type === "submitted" || type === "inputs") continue;
        const [first, ...others] = facts.slice(0, index);
        if (first?.type !== "submitted") continue;
        const past = (known: Facts) =>
          deliveriesOf({ timeline: timelineOf(known), order: 0 }, RULES).filter(
            ({ at }) => at < since,
          );
        expect(past(facts)).toEqual(past([first, ...others]));
      }
    }),
    { numRuns: 90 },
  );
});
