import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type ClockSpec, parseClockSpec } from "../../src/core/clock-spec.ts";
import { VIRTUAL_END, VIRTUAL_START } from "../../src/core/time.ts";
import { Clock, type ClockOptions } from "../../src/state/clock.ts";
import { Store } from "../../src/state/store.ts";
import { ON_MACHINE, SCENARIO } from "./sandbox-builder.ts";

const WALL_START = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

beforeEach(() => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: WALL_START });
});

afterEach(() => {
  mock.timers.reset();
});

/** Lets wall time pass, and everything that it wakes happen. */
async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await setImmediate();
}

function clockOf(
  text: string,
  onStall: ClockOptions["onStall"] = () => {},
): Clock & Pick<Store, "state"> {
  const store = new Store({ scenario: SCENARIO });
  const clock = new Clock(parseClockSpec(text) as ClockSpec, store, { ...ON_MACHINE, onStall });
  return Object.assign(clock, { state: store.state });
}

/** Waits for an instant; the returned list has its name once the wait is over. */
function waits(clock: Clock, ...seconds: readonly number[]): number[] {
  const woken: number[] = [];
  for (const each of seconds)
    void clock.waitUntil(VIRTUAL_START + each * 1000).then(() => woken.push(each));
  return woken;
}

test.each([
  ["real", WALL_START, 1000],
  ["60x", WALL_START, 60_000],
  ["0.5x", WALL_START, 500],
  ["manual", VIRTUAL_START, 0],
  ["poll", VIRTUAL_START, 0],
])("a clock that is %s starts at %d and moves %d ms in a second", (text, start, movedMs) => {
  const clock = clockOf(text);
  expect(clock.now()).toBe(start);
  mock.timers.tick(1000);
  expect(clock.now()).toBe(start + movedMs);
  expect(clock.advance(1500)).toBe(start + movedMs + 1500);
  expect(clock.advanceTo(start + 5000 + movedMs)).toBe(start + movedMs + 5000);
});

test.each(["real", "60x", "manual", "poll"])("a clock that is %s never goes back", (text) => {
  const clock = clockOf(text);
  mock.timers.tick(60_000);
  const now = clock.advance(1000);
  expect(clock.advanceTo(now - 500)).toBe(now);
  mock.timers.setTime(WALL_START - DAY_MS);
  expect(clock.now()).toBe(now);
});

test.each([-1, Number.NaN])("no clock moves by %d ms", (byMs) => {
  expect(() => clockOf("manual").advance(byMs)).toThrow(
    new RangeError(`Expected to advance the clock by 0 ms or more, got \`${byMs}\`.`),
  );
});

test.each([2 ** 60, Number.POSITIVE_INFINITY])(
  "a move by %d ms ends with the year 9999",
  (byMs) => {
    expect(clockOf("manual").advance(byMs)).toBe(VIRTUAL_END);
  },
);

test("how far calls moved a clock is part of the state, and the wall time isn't", () => {
  const store = new Store({ scenario: SCENARIO });
  const clock = new Clock({ mode: "real" }, store, ON_MACHINE);
  mock.timers.tick(1000);
  clock.advance(500);
  clock.advanceTo(WALL_START);
  expect(store.state.clockMovedMs).toBe(500);
});

test("a poll moves a `poll` clock to the next change, or by a second if there is none", () => {
  const clock = clockOf("poll");
  clock.poll(VIRTUAL_START + 7000);
  expect(clock.now()).toBe(VIRTUAL_START + 7000);
  clock.poll(VIRTUAL_START);
  expect(clock.now()).toBe(VIRTUAL_START + 7000);
  clock.poll(undefined);
  expect(clock.now()).toBe(VIRTUAL_START + 8000);
});

test("a poll moves a clock with a step by that step, and no clock of another mode", () => {
  const stepping = clockOf("poll:5s");
  stepping.poll(VIRTUAL_START + 7000);
  expect(stepping.now()).toBe(VIRTUAL_START + 5000);
  const manual = clockOf("manual");
  manual.poll(VIRTUAL_START + 7000);
  expect(manual.now()).toBe(VIRTUAL_START);
});

test("a wait moves a `poll` clock", async () => {
  const clock = clockOf("poll");
  await clock.waitUntil(VIRTUAL_START + 3000);
  expect([clock.now(), clock.waiting]).toEqual([VIRTUAL_START + 3000, 0]);
});

test("waits for a `manual` clock end when it is moved, in the order of their instants", async () => {
  const clock = clockOf("manual");
  const woken = waits(clock, 3, 1, 2, 9);
  expect([clock.waiting, clock.nextWakeAt]).toEqual([4, VIRTUAL_START + 1000]);
  await pass(DAY_MS);
  expect(woken).toEqual([]);
  clock.advance(3000);
  await pass(0);
  expect([woken, clock.waiting, clock.nextWakeAt]).toEqual([[1, 2, 3], 1, VIRTUAL_START + 9000]);
});

test("of many waits that are over, sixteen end in each cycle of the event loop, and clocks take turns", async () => {
  const [busy, other] = [clockOf("manual"), clockOf("manual")];
  const woken = waits(busy, ...Array.from({ length: 100 }, (_, index) => index + 1));
  const wokenThere = waits(other, 1);
  busy.advance(100_000);
  other.advance(1000);
  expect([busy.waiting, woken.length]).toEqual([0, 0]);
  const counts: number[] = [];
  for (let cycle = 0; cycle < 7; cycle++) {
    await setImmediate();
    counts.push(woken.length);
    expect(wokenThere).toEqual([1]);
  }
  expect(counts).toEqual([15, 31, 47, 63, 79, 95, 100]);
  expect(woken).toEqual(woken.toSorted((a, b) => a - b));
});

test("a wait for an instant that has come is over at once", async () => {
  const clock = clockOf("manual");
  await clock.waitUntil(VIRTUAL_START);
  expect([clock.waiting, clock.nextWakeAt]).toEqual([0, undefined]);
});

test.each([
  ["real", 40 * DAY_MS],
  ["60x", (40 * DAY_MS) / 60],
])("a wait of 40 days ends by itself on a clock that is %s", async (text, wallMs) => {
  const clock = clockOf(text);
  let isOver = false;
  void clock.waitUntil(WALL_START + 40 * DAY_MS).then(() => {
    isOver = true;
  });
  // In two steps, because a single timer lasts 2^31 - 1 ms at most.
  await pass(wallMs / 2);
  await pass(wallMs / 2 - 1);
  expect(isOver).toBe(false);
  await pass(1);
  expect([isOver, clock.waiting]).toEqual([true, 0]);
});

test("a wait for a `real` clock also ends when a call moves the clock", async () => {
  const clock = clockOf("real");
  const wait = clock.waitUntil(WALL_START + DAY_MS);
  clock.advance(DAY_MS);
  await wait;
  expect([clock.now(), clock.waiting]).toEqual([WALL_START + DAY_MS, 0]);
});

test("an abort ends a wait and moves nothing", async () => {
  const stalls: string[] = [];
  const clock = clockOf("manual", (sentence) => stalls.push(sentence));
  const controller = new AbortController();
  const wait = clock.waitUntil(VIRTUAL_START + 1000, controller.signal);
  controller.abort();
  await wait;
  await clock.waitUntil(VIRTUAL_START + 1000, controller.signal);
  await pass(DAY_MS);
  expect([clock.now(), clock.waiting, stalls]).toEqual([VIRTUAL_START, 0, []]);
});

test("closing a clock ends every wait, now and later", async () => {
  const clock = clockOf("manual");
  const woken = waits(clock, 1, 2);
  expect(clock.isClosed).toBe(false);
  clock.close();
  await clock.waitUntil(VIRTUAL_START + 3000);
  await setImmediate();
  expect([woken, clock.isClosed, clock.now()]).toEqual([[1, 2], true, VIRTUAL_START]);
});

const AT_REST =
  "but the `manual` clock has stayed at 2030-01-01T00:00:00.000Z: nobody advanced it.";

test("a response that waits 3 wall-clock seconds for a `manual` clock is a stall, once until the clock moves", async () => {
  const stalls: string[] = [];
  const clock = clockOf("manual", (sentence) => stalls.push(sentence));
  void clock.waitUntil(VIRTUAL_START + 60_000, undefined, "GET /a");
  waits(clock, 1);
  await pass(2999);
  expect(stalls).toEqual([]);
  await pass(DAY_MS);
  expect(stalls).toEqual([`GET /a waits until 2030-01-01T00:01:00.000Z, ${AT_REST}`]);
  clock.advance(2000);
  waits(clock, 9);
  await pass(DAY_MS);
  expect(clock.state.stalls).toEqual([
    ...stalls.slice(0, 1),
    "A response waits until 2030-01-01T00:00:09.000Z, but the `manual` clock has stayed at 2030-01-01T00:00:02.000Z: nobody advanced it.",
  ]);
});

test("a response that waits while the clock is advanced is not a stall", async () => {
  const clock = clockOf("manual");
  waits(clock, 60);
  for (let step = 0; step < 5; step++) {
    await pass(2000);
    clock.advance(1000);
  }
  expect(clock.state.stalls).toEqual([]);
});

test("ten polls of a job at the same instant of a `manual` clock are a stall", () => {
  const clock = clockOf("manual");
  const poll = (jobId: string, times: number): void => {
    for (let count = 0; count < times; count++) clock.countPoll(`polled job \`${jobId}\``);
  };
  poll("a", 9);
  poll("b", 9);
  clock.advance(1);
  poll("a", 9);
  expect(clock.state.stalls).toEqual([]);
  poll("a", 5);
  expect(clock.state.stalls).toEqual([
    "The client polled job `a` 10 times, but the `manual` clock has stayed at 2030-01-01T00:00:00.001Z: nobody advanced it.",
  ]);
});

test("fewer polls are a stall if they take 3 wall-clock seconds", async () => {
  const clock = clockOf("manual");
  for (let polls = 1; polls <= 4; polls++) {
    expect(clock.state.stalls).toEqual([]);
    clock.countPoll("polled job `a`");
    await pass(1000);
  }
  expect(clock.state.stalls).toEqual([`The client polled job \`a\` 4 times, ${AT_REST}`]);
});

test.each(["real", "60x"])("polls on a clock that is %s are not a stall", (text) => {
  const clock = clockOf(text);
  for (let polls = 0; polls < 20; polls++) clock.countPoll("polled job `a`");
  expect(clock.state.stalls).toEqual([]);
});

test("Retry-After is in wall-clock seconds if the wall clock drives the clock, and at least 1", () => {
  const seconds = (text: string, ms: number) => clockOf(text).retryAfterSeconds(ms);
  expect(["real", "60x", "manual", "poll"].map((text) => seconds(text, 90_001))).toEqual([
    91, 2, 91, 91,
  ]);
  expect(seconds("60x", 10)).toBe(1);
});
