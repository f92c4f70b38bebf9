import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { pause } from "../../src/codec/pause.ts";

test("of everything that pauses, one piece goes on in each turn of the event loop", async () => {
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (const piece of [1, 2]) {
      await pause();
      order.push(`${name}${piece}`);
    }
  };
  const all = Promise.all([work("a"), work("b")]);
  for (let turn = 1; turn <= 4; turn++) {
    await setImmediate();
    order.push("turn");
  }
  await all;
  expect(order).toEqual(["a1", "turn", "b1", "turn", "a2", "turn", "b2", "turn"]);
});
