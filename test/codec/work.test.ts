import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { Work } from "../../src/codec/work.ts";

/** Does a number of slices of work, and notes each in a list. */
async function doWork(order: string[], name: string, { key = "a", slices = 1 }): Promise<void> {
  const work = new Work(key);
  for (let slice = 1; slice <= slices; slice++) {
    await work.pause();
    order.push(`${name}${slice}`);
  }
}

test("one slice of all work is done in each cycle of the event loop", async () => {
  const order: string[] = [];
  const all = Promise.all(["x", "y"].map((name) => doWork(order, name, { slices: 2 })));
  for (let cycle = 1; cycle <= 4; cycle++) {
    await setImmediate();
    order.push("cycle");
  }
  await all;
  expect(order.filter((_, index) => index % 2 === 1)).toEqual(Array(4).fill("cycle"));
  expect(order.filter((each) => each !== "cycle").sort()).toEqual(["x1", "x2", "y1", "y2"]);
});

test("work that begins in the same cycle shares a slice", async () => {
  const first = new Work();
  const startedAt = performance.now();
  while (performance.now() - startedAt < 2) Math.sqrt(2);
  expect(first.pauseAfter(2)).toBeDefined();
  const second = new Work();
  expect(second.pauseAfter(2)).toBeDefined();
});

test("a key waits for one slice of each other key, however much they have to do", async () => {
  const order: string[] = [];
  const busy = Array.from({ length: 60 }, () => doWork(order, "busy", { slices: 5 }));
  await setImmediate();
  const small = doWork(order, "small", { key: "b", slices: 5 });
  await small;
  expect(order.length).toBeLessThanOrEqual(1 + 2 * 5 + 1);
  await Promise.all(busy);
});

test("a key that works all the time doesn't delay another one's long work", async () => {
  const order: string[] = [];
  const long = ["b", "c"].map((key) => doWork(order, key, { key, slices: 20 }));
  await Promise.all(long);
  const lead = order.map((_, index) => {
    const done = order.slice(0, index + 1);
    const count = (key: string): number => done.filter((each) => each.startsWith(key)).length;
    return Math.abs(count("b") - count("c"));
  });
  expect(Math.max(...lead)).toBe(1);
});

test("a key's small work comes first, but its large work goes on", async () => {
  const order: string[] = [];
  const large = doWork(order, "large", { slices: 100 });
  while (order.length < 50) await setImmediate();
  const sizeBefore = order.length;
  const small = Array.from({ length: 40 }, () => doWork(order, "small", { slices: 3 }));
  await Promise.all(small);
  const others = order.slice(sizeBefore).filter((each) => each.startsWith("large"));
  expect([others.length > 0, others.length < 40]).toEqual([true, true]);
  await large;
});

test("a key's small work doesn't wait for a turn of each of its large ones", async () => {
  const order: string[] = [];
  const large = Array.from({ length: 60 }, () => doWork(order, "large", { slices: 20 }));
  while (order.length < 60 * 8) await setImmediate();
  const before = order.length;
  await doWork(order, "small", { slices: 5 });
  expect(order.length - before).toBeLessThanOrEqual(10);
  await Promise.all(large);
});
