import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Ring } from "../../src/state/ring.ts";

test("a ring behaves like an array that is pushed to and shifted from", () => {
  const step = fc.constantFrom("push", "shift");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const ring = new Ring<number>();
      const model: number[] = [];
      for (const [index, each] of steps.entries()) {
        if (each === "push") {
          ring.push(index);
          model.push(index);
        } else {
          expect(ring.shift()).toBe(model.shift());
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
