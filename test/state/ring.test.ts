import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Ring } from "../../src/state/ring.ts";

type Step = "push" | "shift" | "clear";

test("a ring behaves like an array that is pushed to and shifted from", () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom<Step>("push", "shift") },
    { weight: 1, arbitrary: fc.constant<Step>("clear") },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = new Ring<number>();
      const model: number[] = [];
      for (const [index, each] of steps.entries()) {
        if (each === "push") {
          ring.push(index);
          model.push(index);
        } else if (each === "shift") {
          expect(ring.shift()).toBe(model.shift());
        } else {
          ring.clear();
          model.length = 0;
        }
        expect(ring.length).toBe(model.length);
        expect(ring.toArray()).toEqual(model);
      }
    }),
  );
});

test("an array that a ring returned doesn't change with the ring", () => {
  const ring = new Ring<string>();
  ring.push("a");
  const before = ring.toArray();
  ring.push("b");
  ring.shift();
  expect(before).toEqual(["a"]);
});
