import { expect, test } from "@jest/globals";
import { Journal } from "../../src/state/records.ts";
import { exchangeOf } from "./sandbox-builder.ts";

const LIMITS = { maxCount: 3, maxBytes: 1_000_000 };

function idsIn(journal: Journal): number[] {
  return journal.all().map(({ id }) => id);
}

test("a journal keeps the newest exchanges, in the order in which they ended", () => {
  const journal = new Journal(LIMITS);
  for (const id of [2, 1, 3, 5, 4]) journal.add(exchangeOf(id));
  expect(idsIn(journal)).toEqual([3, 5, 4]);
  expect(journal.byteLength).toBe(3 * 1001);
});

test("a journal over its limit in bytes drops the oldest exchanges, but never the newest one", () => {
  const journal = new Journal({ maxCount: 10, maxBytes: 2500 });
  for (const id of [1, 2, 3]) journal.add(exchangeOf(id));
  expect([idsIn(journal), journal.byteLength]).toEqual([[2, 3], 2002]);
  journal.add(exchangeOf(4, "x".repeat(5000)));
  expect([idsIn(journal), journal.byteLength]).toEqual([[4], 6001]);
  journal.add(exchangeOf(5));
  expect([idsIn(journal), journal.byteLength]).toEqual([[5], 1001]);
});

test("the size of an exchange counts its headers, bodies, and problems", () => {
  const journal = new Journal(LIMITS);
  const problems = [{ path: "/a", message: "wrong", type: "type" }];
  const request = { headers: { accept: "*/*" }, body: { byteLength: 4, text: "body" } };
  journal.add({ ...exchangeOf(1), request, problems });
  expect(journal.byteLength).toBe(1001 + 4 + 9 + JSON.stringify(problems).length);
});

test("ids go on after the exchanges were cleared", () => {
  const journal = new Journal(LIMITS);
  const first = journal.nextId();
  journal.add(exchangeOf(first));
  journal.clear();
  expect([first, journal.nextId(), idsIn(journal), journal.byteLength]).toEqual([1, 2, [], 0]);
});

test("a listener is told about new exchanges until it stops listening", () => {
  const journal = new Journal(LIMITS);
  const heard: number[] = [];
  journal.add(exchangeOf(1));
  const stop = journal.listen(({ id }) => heard.push(id));
  journal.add(exchangeOf(2));
  stop();
  journal.add(exchangeOf(3));
  expect(heard).toEqual([2]);
});

test("a listener that stops listening while it is told keeps no other from being told", () => {
  const journal = new Journal(LIMITS);
  const heard: string[] = [];
  const stop = journal.listen(() => {
    heard.push("first");
    stop();
  });
  journal.listen(() => heard.push("second"));
  journal.add(exchangeOf(1));
  journal.add(exchangeOf(2));
  expect(heard).toEqual(["first", "second", "second"]);
});
