import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CallMatch, FaultHits, FaultRule } from "../../src/core/fault-rule.ts";
import { isJsonObject } from "../../src/core/json.ts";
import type { ConditionMatcher } from "../../src/core/profile-rule.ts";
import type { FaultCall } from "../../src/faults/fault-call.ts";
import { readsBody, selectFault, selectNext } from "../../src/faults/select-fault.ts";

function rule(change: Partial<FaultRule> = {}): FaultRule {
  return {
    name: "busy",
    on: ["getJob"],
    phase: "request",
    fault: { kind: "status", status: 503, headers: {} },
    ...change,
  };
}

function call(change: Partial<FaultCall> = {}): FaultCall {
  return { operationId: "getJob", use: "getJob", at: 0, nth: 1, headers: {}, query: {}, ...change };
}

/** Stands in for a JSON Schema validator: the schema's keys must be present. */
const matches: ConditionMatcher = (schema, value) =>
  isJsonObject(value) && Object.keys(schema).every((key) => key in value);

/** The names of the rules that fire on successive calls, and the hits at the end. */
function play(rules: readonly FaultRule[], calls: readonly FaultCall[], seed = 1) {
  let hits: FaultHits = new Map();
  const fired = calls.map((each) => {
    const selection = selectFault(rules, each, { seed, hits, matches });
    hits = selection.hits;
    return selection.firing?.rule.name;
  });
  return { fired, hits: Object.fromEntries(hits) };
}

function calls(count: number, change: Partial<FaultCall> = {}): FaultCall[] {
  return Array.from({ length: count }, (_, index) => call({ nth: index + 1, ...change }));
}

describe("among twelve matching calls, a rule fires on", () => {
  const rows: readonly (readonly [Partial<FaultRule>, readonly number[]])[] = [
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [{ times: 2 }, [1, 2]],
    [{ after: 9 }, [10, 11, 12]],
    [{ after: 12 }, []],
    [{ every: 3 }, [3, 6, 9, 12]],
    [{ every: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [{ after: 2, every: 4 }, [6, 10]],
    [{ after: 2, every: 4, times: 1 }, [6]],
    [{ probability: 0 }, []],
    [{ probability: 1, times: 3 }, [1, 2, 3]],
    [{ probability: 0, times: 3 }, []],
    [{ when: { call: 5 } }, [5]],
  ];
  test.each(rows)("%j: %j", (change, expected) => {
    const { fired } = play([rule(change)], calls(12));
    const turns = fired.flatMap((name, index) => (name === undefined ? [] : [index + 1]));
    expect(turns).toEqual(expected);
  });
});

describe("a condition holds", () => {
  const job = { jobId: "j", jobState: "running", jobAgeMs: 5000 } as const;
  const rows: readonly (readonly [CallMatch, Partial<FaultCall>, boolean])[] = [
    [{}, {}, true],
    [{ jobStates: ["queued", "running"] }, job, true],
    [{ jobStates: ["queued"] }, job, false],
    [{ jobStates: ["running"] }, {}, false],
    [{ jobAgeMs: { min: 5000 } }, job, true],
    [{ jobAgeMs: { min: 5001 } }, job, false],
    [{ jobAgeMs: { max: 5000 } }, job, false],
    [{ jobAgeMs: { max: 5001 } }, job, true],
    [{ jobAgeMs: {} }, {}, false],
    [{ header: { a: 1 } }, { headers: { a: "x" } }, true],
    [{ header: { a: 1 } }, {}, false],
    [{ query: { a: 1 } }, { query: { a: "x" } }, true],
    [{ query: { a: 1 } }, {}, false],
    [{ body: { a: 1 } }, { body: { a: null } }, true],
    [{ body: { a: 1 } }, { body: [] }, false],
    [{ body: {} }, {}, false],
    [{ call: 1 }, {}, true],
    [{ call: 2 }, {}, false],
    [{ call: 1, query: { a: 1 } }, {}, false],
  ];
  test.each(rows)("%j for %j: %s", (when, change, holds) => {
    const { fired, hits } = play([rule({ when })], [call(change)]);
    expect(fired).toEqual([holds ? "busy" : undefined]);
    expect(hits).toEqual(holds ? { busy: { matched: 1, fired: 1 } } : {});
  });
});

test("a rule applies to its operations, or to all", () => {
  const others = [call(), call({ operationId: "cancelJob" })];
  expect(play([rule()], others).fired).toEqual(["busy", undefined]);
  expect(play([rule({ on: "*" })], others).fired).toEqual(["busy", "busy"]);
});

test("the first due rule fires; later rules count the call and keep their turns", () => {
  const first = rule({ name: "first", times: 2 });
  const second = rule({ name: "second", times: 2 });
  const third = rule({ name: "third", after: 3 });
  expect(play([first, second, third], calls(6))).toEqual({
    fired: ["first", "first", "second", "second", "third", "third"],
    hits: {
      first: { matched: 6, fired: 2 },
      second: { matched: 6, fired: 2 },
      third: { matched: 6, fired: 2 },
    },
  });
});

describe("a rule that had nothing to change passes the call on", () => {
  const spoiler = rule({ name: "spoiler", times: 1 });
  const context = (hits: FaultHits) => ({ seed: 1, hits, matches });

  /** The rules that fire on a call one after another if none has anything to change, and the final hits. */
  function passedOn(rules: readonly FaultRule[], hits: FaultHits = new Map()) {
    let selection = selectFault(rules, call(), context(hits));
    const names: string[] = [];
    while (selection.firing !== undefined) {
      names.push(selection.firing.rule.name);
      selection = selectNext(selection, call(), context(selection.hits));
    }
    return { names, hits: Object.fromEntries(selection.hits) };
  }

  test("to the later rules that are due, in order, and no firing counts", () => {
    const rules = [
      rule({ name: "before", after: 5 }),
      spoiler,
      rule({ name: "late", after: 1 }),
      rule(),
    ];
    expect(passedOn(rules)).toEqual({
      names: ["spoiler", "busy"],
      hits: {
        before: { matched: 1, fired: 0 },
        spoiler: { matched: 1, fired: 0 },
        late: { matched: 1, fired: 0 },
        busy: { matched: 1, fired: 0 },
      },
    });
  });

  test("not to a rule that has since fired `times` times", () => {
    const once = rule({ times: 1 });
    const first = selectFault([spoiler, once], call(), context(new Map()));
    const hits = new Map([
      ["spoiler", { matched: 2, fired: 1 }],
      ["busy", { matched: 2, fired: 1 }],
    ]);
    const next = selectNext(first, call(), context(hits));
    expect([next.firing, Object.fromEntries(next.hits)]).toEqual([
      undefined,
      { spoiler: { matched: 2, fired: 0 }, busy: { matched: 2, fired: 1 } },
    ]);
  });
});

describe("the first condition that was unmet is named", () => {
  const job = { jobId: "j", jobState: "running", jobAgeMs: 5000 } as const;
  const fault = (kind: string, parameters = {}) => ({ fault: { kind, ...parameters } });
  const rows: readonly (readonly [Partial<FaultRule>, Partial<FaultCall>, string, string])[] = [
    [{ on: ["listJobs", "cancelJob"] }, {}, "on", "the rule is for listJobs or cancelJob"],
    [
      { on: "*", ...fault("staleStatus", { behindMs: 1000 }) },
      { operationId: "createJob", use: "createJob" },
      "effect",
      "staleStatus affects only calls about jobs",
    ],
    [fault("notFoundAfterCreate", { forMs: 3000 }), job, "effect", "the job is at least 3s old"],
    [
      fault("notFoundAfterCreate", { forMs: 3000 }),
      {},
      "effect",
      "the call is not about an existing job",
    ],
    [
      { when: { jobStates: ["queued", "starting"] } },
      job,
      "when.jobState",
      "the job is running, not queued or starting",
    ],
    [
      { when: { jobStates: ["queued"] } },
      {},
      "when.jobState",
      "the call is not about an existing job",
    ],
    [
      { when: { jobAgeMs: { min: 6000 } } },
      job,
      "when.jobAge",
      "the job was submitted 5s before the call",
    ],
    [{ when: { jobAgeMs: {} } }, {}, "when.jobAge", "the call is not about an existing job"],
    [{ when: { call: 3, query: { a: 1 } } }, {}, "when.call", "this is call 1, not call 3"],
    [{ when: { formats: ["csv"] } }, {}, "when.format", "the call requests no format, not csv"],
    [{ when: { header: { a: 1 } } }, {}, "when.header", "the call's headers don't match"],
    [{ when: { query: { a: 1 } } }, {}, "when.query", "the call's query doesn't match"],
    [{ when: { body: { a: 1 } } }, {}, "when.body", "the call has no JSON body"],
    [{ when: { body: { a: 1 } } }, { body: {} }, "when.body", "the call's body doesn't match"],
    [{ after: 2 }, {}, "after", "this is matching call 1; the rule skips the first 2"],
    [{ every: 3 }, {}, "every", "this is matching call 1; 1 isn't a multiple of 3"],
    [{ probability: 0 }, {}, "probability", "the rule skipped this call at random"],
    [fault("rateLimit", { requests: 1, perMs: 1000 }), {}, "effect", "the limit was not exceeded"],
  ];
  test.each(rows)("%j for %j: %s, %s", (change, about, condition, because) => {
    const selection = selectFault([rule(change)], call(about), {
      seed: 1,
      hits: new Map(),
      matches,
    });
    expect([...selection.checks]).toEqual([["busy", { condition, because }]]);
    expect(selection.firing).toBeUndefined();
  });

  test("for rules that had fired, or came after another, or found nothing to change", () => {
    const rules = [
      rule({ name: "used", times: 1 }),
      rule({ name: "first" }),
      rule({ after: 1, every: 2 }),
    ];
    const hits = new Map([
      ["used", { matched: 1, fired: 1 }],
      ["busy", { matched: 1, fired: 0 }],
    ]);
    const used = { condition: "times", because: "the rule had already fired once" };
    const selection = selectFault(rules, call(), { seed: 1, hits, matches });
    expect([...selection.checks]).toEqual([
      ["used", used],
      ["first", undefined],
      [
        "busy",
        {
          condition: "every",
          because: "this is matching call 1 after the first 1; 1 isn't a multiple of 2",
        },
      ],
    ]);
    const due = selectFault([...rules.slice(0, 2), rule()], call(), { seed: 1, hits, matches });
    expect(due.checks.get("busy")).toEqual({
      condition: "order",
      because: "the earlier rule first fired",
    });
    const next = selectNext(due, call(), { seed: 1, hits: due.hits, matches });
    expect([...next.checks]).toEqual([
      ["used", used],
      ["first", { condition: "effect", because: "the fault found nothing to change" }],
      ["busy", undefined],
    ]);
  });
});

test("the given hits are not modified", () => {
  const hits: FaultHits = new Map([["busy", { matched: 1, fired: 1 }]]);
  selectFault([rule()], call(), { seed: 1, hits, matches });
  expect([...hits]).toEqual([["busy", { matched: 1, fired: 1 }]]);
});

test("a rule with `times: 2` fires exactly twice, however many requests race", async () => {
  let hits: FaultHits = new Map();
  const fired: string[] = [];
  const request = async (each: FaultCall): Promise<void> => {
    for (let turn = each.nth % 7; turn > 0; turn--) await Promise.resolve();
    const selection = selectFault([rule({ times: 2 })], each, { seed: 1, hits, matches });
    hits = selection.hits;
    await Promise.resolve();
    if (selection.firing?.rule !== undefined) fired.push(selection.firing?.rule.name);
  };
  await Promise.all(calls(1000).map(request));
  expect(fired).toEqual(["busy", "busy"]);
  expect(hits.get("busy")).toEqual({ matched: 1000, fired: 2 });
});

test("a probability is met in the long run, varies by seed, and repeats for a seed", () => {
  const rules = [rule({ probability: 0.3 })];
  const first = play(rules, calls(2000), 1);
  expect(first.hits["busy"]?.fired).toBeGreaterThan(540);
  expect(first.hits["busy"]?.fired).toBeLessThan(660);
  expect(play(rules, calls(2000), 1)).toEqual(first);
  expect(play(rules, calls(2000), 2).fired).not.toEqual(first.fired);
});

test("requests for other jobs, in any order, don't affect a job's draws", () => {
  const rules = [rule({ probability: 0.5 })];
  const mine = calls(20, { jobId: "mine" });
  const theirs = calls(20, { jobId: "theirs" });
  const alone = play(rules, mine).fired;
  fc.assert(
    fc.property(fc.shuffledSubarray([...mine, ...theirs]), (mixed) => {
      const { fired } = play(rules, mixed);
      for (const [index, each] of mixed.entries()) {
        if (each.jobId === "mine") expect(fired[index]).toBe(alone[each.nth - 1]);
      }
    }),
    { numRuns: 50 },
  );
});

test("no rule ever fires more than `times` times, or on a call that it doesn't match", () => {
  const rules = fc.array(
    fc.record({
      on: fc.constantFrom<FaultRule["on"]>("*", ["getJob"], ["cancelJob"]),
      times: fc.integer({ min: 1, max: 3 }),
      after: fc.integer({ min: 0, max: 3 }),
      every: fc.integer({ min: 1, max: 3 }),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 4 },
  );
  const operations = fc.array(fc.constantFrom("getJob", "cancelJob"), { maxLength: 30 });
  fc.assert(
    fc.property(rules, operations, (changes, operationIds) => {
      const named = changes.map((change, index) => rule({ name: `r${index}`, ...change }));
      const played = operationIds.map((operationId, index) =>
        call({ operationId, nth: index + 1 }),
      );
      const { fired, hits } = play(named, played);
      for (const { name, on, times } of named) {
        const own = operationIds.filter((_, index) => fired[index] === name);
        expect(own.length).toBeLessThanOrEqual(times ?? 0);
        expect(hits[name]?.fired ?? 0).toBe(own.length);
        expect(own.every((operationId) => on === "*" || on.includes(operationId))).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test("a rate limit accepts its number of calls, rejects the next with the time to wait, and recovers", () => {
  const limit = rule({ fault: { kind: "rateLimit", requests: 2, perMs: 1000 } });
  let hits: FaultHits = new Map();
  const seen = [0, 0, 0, 499, 500].map((at, index) => {
    const selection = selectFault([limit], call({ at, nth: index + 1 }), {
      seed: 1,
      hits,
      matches,
    });
    hits = selection.hits;
    return [selection.firing?.rule.name, selection.firing?.retryAfterMs];
  });
  expect(seen).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ["busy", 500],
    ["busy", 1],
    [undefined, undefined],
  ]);
  expect(hits.get("busy")).toEqual({ matched: 5, fired: 2, bucket: { credit: 0, at: 500 } });
});

test("a call that another rule spoils takes no token", () => {
  const first = rule({ name: "first", times: 2 });
  const limit = rule({ name: "limit", fault: { kind: "rateLimit", requests: 1, perMs: 1000 } });
  expect(play([first, limit], calls(4)).fired).toEqual(["first", "first", undefined, "limit"]);
});

test("a job can't be read until it reaches the age", () => {
  const lag = rule({ fault: { kind: "notFoundAfterCreate", forMs: 2000 } });
  const ages = [0, 1999, 2000].map((jobAgeMs) => call({ jobId: "j", jobAgeMs }));
  expect(play([lag], [...ages, call()])).toEqual({
    fired: ["busy", "busy", undefined, undefined],
    hits: { busy: { matched: 2, fired: 2 } },
  });
});

test("the body is read first only if one of the operation's rules needs it", () => {
  const rules = [rule({ when: { body: {} } }), rule({ on: ["cancelJob"] })];
  expect(readsBody(rules, "getJob")).toBe(true);
  expect(readsBody(rules, "cancelJob")).toBe(false);
  expect(readsBody([rule({ on: "*", when: { body: {} } })], "cancelJob")).toBe(true);
});
