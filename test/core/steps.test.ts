import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  atOnce,
  flatMapInSteps,
  mapInSteps,
  SharedSteps,
  sortInSteps,
} from "../../src/core/steps.ts";

const NUMBERS = Array.from({ length: 1000 }, (_, index) => index);

test("lists are mapped in steps", () => {
  const steps = mapInSteps(NUMBERS, (number) => number + 1);
  expect(steps.next()).toEqual({ done: false, value: undefined });
  expect(atOnce(steps)).toEqual(NUMBERS.map((number) => number + 1));
  expect(atOnce(flatMapInSteps([1, 2], (number) => [number, -number]))).toEqual([1, -1, 2, -2]);
});

test("sorting in steps is stable, and leaves the list as it was", () => {
  const item = fc.record({ at: fc.nat(20), name: fc.string({ maxLength: 1 }) });
  const lists = fc.array(item, { maxLength: 5000, size: "max" });
  fc.assert(
    fc.property(lists, (list) => {
      const before = [...list];
      const sorted = atOnce(sortInSteps(list, (a, b) => a.at - b.at));
      expect(sorted).toEqual(before.toSorted((a, b) => a.at - b.at));
      expect(list).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

test("callers of shared steps run what remains, each step once", () => {
  let calls = 0;
  const shared = new SharedSteps(mapInSteps(NUMBERS, () => calls++));
  const [first, second] = [shared.result(), shared.result()];
  first.next();
  second.next();
  expect(atOnce(second)).toEqual(NUMBERS);
  expect(atOnce(first)).toEqual(NUMBERS);
  expect(calls).toBe(1000);
});
