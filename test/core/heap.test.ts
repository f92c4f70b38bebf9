import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Heap } from "../../src/core/heap.ts";

test("items come out in order, whatever the order of insertion", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (values) => {
      const heap = new Heap<number>((a, b) => a < b);
      for (const value of values) heap.push(value);
      const least = heap.peek();
      const taken = values.map(() => heap.pop());
      expect(taken).toEqual(values.toSorted((a, b) => a - b));
      expect(least).toBe(taken[0]);
    }),
  );
});

test("an empty heap returns undefined", () => {
  const heap = new Heap<number>((a, b) => a < b);
  expect([heap.peek(), heap.pop()]).toEqual([undefined, undefined]);
});
