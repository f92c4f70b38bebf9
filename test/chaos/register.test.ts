import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contradictionsIn, type Operation } from "./register.ts";

const NEVER = Number.POSITIVE_INFINITY;

function read(value: number, start: number, end: number): Operation {
  return { kind: "read", value, start, end };
}

function write(value: number, start: number, end: number): Operation {
  return { kind: "write", value, start, end };
}

describe("histories that are possible", () => {
  test.each<[string, Operation[]]>([
    ["nothing", []],
    [
      "reads before, during, and after a write",
      [read(0, 0, 1), write(1, 2, 6), read(0, 3, 4), read(1, 5, 7)],
    ],
    [
      "a read during a write that returns the old value after another one did",
      [write(1, 0, 9), read(0, 1, 2), read(0, 3, 4)],
    ],
    [
      "reads at the same time with different values",
      [write(1, 0, 10), read(1, 2, 8), read(0, 3, 9)],
    ],
    [
      "a write whose outcome is open and that has no effect",
      [write(1, 0, NEVER), read(0, 5, 6), read(0, 90, 91)],
    ],
    ["one that takes effect late", [write(1, 0, NEVER), read(0, 5, 6), read(1, 90, 91)]],
    [
      "a lower write after a higher one has no effect",
      [write(2, 0, 1), write(1, 2, 3), read(2, 4, 5)],
    ],
    ["a value that nobody reads", [write(1, 0, 9), write(2, 1, 3), read(2, 2, 4)]],
  ])("%s", (_, history) => {
    expect(contradictionsIn(history)).toEqual([]);
  });
});

describe("histories that are not", () => {
  test.each<[string, Operation[]]>([
    ["a stale read after a write that was acknowledged", [write(1, 0, 1), read(0, 2, 3)]],
    ["a stale read after another read", [write(1, 0, 9), read(1, 2, 3), read(0, 4, 5)]],
    ["a stale read of an earlier value", [write(1, 0, 1), write(2, 2, 3), read(1, 4, 5)]],
    ["a read of what nobody wrote", [write(1, 0, 1), read(2, 2, 3)]],
    ["a read of what was written only afterward", [read(1, 0, 1), write(1, 2, 3)]],
    ["a write that is forgotten later", [write(1, 0, 1), read(1, 2, 3), read(0, 50, 51)]],
    [
      "a write whose outcome is open, seen, and forgotten",
      [write(1, 0, NEVER), read(1, 2, 3), read(0, 4, 5)],
    ],
    [
      "a lower write that is read although a higher value was told before it began",
      [write(2, 0, 1), write(1, 2, 5), read(1, 3, 4)],
    ],
  ])("%s", (_, history) => {
    expect(contradictionsIn(history)).not.toEqual([]);
  });
});

test("a contradiction names what was told, and the operation before which it had not happened", () => {
  const [told, before] = [write(1, 0, 1), read(0, 2, 3)];
  expect(contradictionsIn([told, before])).toEqual([{ reason: "stale", told, before }]);
  const unwritten = read(7, 2, 3);
  expect(contradictionsIn([told, unwritten])).toEqual([
    { reason: "never written", told: unwritten },
  ]);
});

/** Whether some order of the operations explains them; tries all. */
function hasOrder(remaining: readonly Operation[], state = 0): boolean {
  if (remaining.every(({ end }) => end === NEVER)) return true;
  const firstEnd = Math.min(...remaining.map(({ end }) => end));
  return remaining.some((next, index) => {
    if (next.start > firstEnd) return false;
    if (next.kind === "read" && next.value !== state) return false;
    const others = remaining.toSpliced(index, 1);
    return hasOrder(others, next.kind === "read" ? state : Math.max(state, next.value));
  });
}

test("it agrees with a search through all orders", () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 14, maxLength: 14 });
  const kinds = fc.array(
    fc.record({
      kind: fc.constantFrom("read", "write"),
      value: fc.integer({ min: 0, max: 3 }),
      isTold: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  );
  const counts = { possible: 0, impossible: 0 };
  fc.assert(
    fc.property(times, kinds, (instants, sketches) => {
      const history = sketches.map(({ kind, value, isTold }, index): Operation => {
        const [a = 0, b = 0] = instants.slice(2 * index, 2 * index + 2);
        const end = kind === "write" && !isTold ? NEVER : Math.max(a, b);
        return { kind, value: kind === "write" ? value + 1 : value, start: Math.min(a, b), end };
      });
      const isPossible = hasOrder(history);
      counts[isPossible ? "possible" : "impossible"]++;
      expect(contradictionsIn(history).length === 0).toBe(isPossible);
    }),
    { numRuns: 5000 },
  );
  expect(Math.min(counts.possible, counts.impossible)).toBeGreaterThan(200);
});
