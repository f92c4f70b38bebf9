import { expect, test } from "@jest/globals";
import { SteadyClock } from "../../src/state/steady-clock.ts";

/** A machine whose clocks the test moves. */
function machine(startAt?: number, unstoredMs?: number) {
  const time = { wall: 1_000_000, monotonic: 5 };
  const setBacks: number[] = [];
  const clock = new SteadyClock({
    wallNow: () => time.wall,
    monotonicNow: () => time.monotonic,
    startAt,
    unstoredMs,
    onSetBack: (byMs) => setBacks.push(byMs),
  });
  const pass = (ms: number): void => {
    time.wall += ms;
    time.monotonic += ms;
  };
  return { time, setBacks, clock, pass };
}

test("a wall clock that is set back while the process runs doesn't stop the clock, and is reported once", () => {
  const { time, setBacks, clock, pass } = machine();
  pass(1000);
  expect(clock.now()).toBe(1_001_000);
  time.wall -= 3_600_000;
  pass(500);
  expect(clock.now()).toBe(1_001_500);
  pass(500);
  time.wall -= 2000;
  expect(clock.now()).toBe(1_002_000);
  expect(setBacks).toEqual([3_600_000]);
});

test("a wall clock that is set forward again after it was set back is followed once it has caught up", () => {
  const { time, setBacks, clock, pass } = machine();
  time.wall -= 3_600_000;
  pass(500);
  expect(clock.now()).toBe(1_000_500);
  time.wall += 3_000_000;
  pass(500);
  expect(clock.now()).toBe(1_001_000);
  time.wall += 660_000;
  expect([clock.now(), time.wall]).toEqual([1_061_000, 1_061_000]);
  expect(setBacks).toEqual([3_600_000]);
});

test("a clock that is set forward or adjusted is followed", () => {
  const { time, setBacks, clock, pass } = machine();
  time.wall += 60_000;
  expect(clock.now()).toBe(1_060_000);
  pass(1000);
  time.wall -= 50;
  expect(clock.now()).toBe(1_060_950);
  expect(setBacks).toEqual([]);
});

test("a clock goes on after what a killed process may have told, and only a clock that was set back is reported", () => {
  const restarted = machine(999_900, 1000);
  expect([restarted.clock.now(), restarted.setBacks]).toEqual([1_000_900, []]);
  restarted.pass(200);
  expect(restarted.clock.now()).toBe(1_001_100);
  const setBack = machine(1_016_000, 1000);
  expect([setBack.clock.now(), setBack.setBacks]).toEqual([1_017_000, [16_000]]);
});

test("a clock that was set back before a restart goes on from the latest stored time", () => {
  const { setBacks, clock, pass } = machine(1_016_000);
  expect(clock.now()).toBe(1_016_000);
  pass(1000);
  expect(clock.now()).toBe(1_017_000);
  expect(setBacks).toEqual([16_000]);
});
