import { expect, test } from "@jest/globals";
import { FairQueue } from "../../src/core/fair-queue.ts";

function queueOf(items: Readonly<Record<string, number>>): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [key, count] of Object.entries(items)) {
    for (let index = 1; index <= count; index++) queue.add({ key, item: `${key}${index}` }, false);
  }
  return queue;
}

/** Takes all items, each after the previous one has ended. */
function all(queue: FairQueue<string>): string[] {
  const found: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    found.push(next.item);
    queue.end(next.key);
  }
  return found;
}

test("keys take turns, and a key's own items keep their order", () => {
  expect(all(queueOf({ a: 4, b: 2, c: 1 }))).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("urgent items come first", () => {
  const queue = queueOf({ a: 2 });
  queue.add({ key: "b", item: "urgent" }, true);
  expect([queue.waitingFor("a"), queue.waitingFor("b")]).toEqual([2, 0]);
  expect(all(queue)).toEqual(["urgent", "a1", "a2"]);
});

test("a busy key waits for all others, but not for nobody", () => {
  const queue = queueOf({ a: 3, b: 2 });
  expect(queue.next()).toEqual({ key: "a", item: "a1" });
  expect(all(queue)).toEqual(["b1", "b2", "a2", "a3"]);
});
