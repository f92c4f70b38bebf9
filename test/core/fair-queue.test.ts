import { expect, test } from "@jest/globals";
import { FairQueue } from "../../src/core/fair-queue.ts";

function queueOf(items: Readonly<Record<string, number>>): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [key, count] of Object.entries(items)) {
    for (let index = 1; index <= count; index++) queue.add({ key, item: `${key}${index}` }, false);
  }
  return queue;
}

function all(queue: FairQueue<string>, isBusy: (key: string) => boolean = () => false): string[] {
  const found: string[] = [];
  for (let next = queue.next(isBusy); next !== undefined; next = queue.next(isBusy))
    found.push(next.item);
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
  expect(all(queueOf({ a: 2, b: 2 }), (key) => key === "a")).toEqual(["b1", "b2", "a1", "a2"]);
});
