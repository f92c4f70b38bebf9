import { expect, test } from "@jest/globals";
import { EVENTS, meaningOf, type StateEvent } from "../../src/state/state-event.ts";
import { Store } from "../../src/state/store.ts";
import { SCENARIO } from "./sandbox-builder.ts";

test("recorded events are applied in order", () => {
  const store = new Store({ scenario: SCENARIO });
  const moved = [1, 2].map((byMs) => ({ kind: "clockMoved", byMs }) as const);
  store.record(...moved, { kind: "callCounted", operationId: "getJob", nth: 1 });
  const { clockMovedMs, calls } = store.state;
  expect([clockMovedMs, [...calls]]).toEqual([3, [["getJob ", 1]]]);
});

test("each event notifies the watchers of the change that it names", () => {
  const store = new Store({ scenario: SCENARIO });
  const examples = Object.entries<{ readonly examples?: readonly object[] }>(EVENTS).flatMap(
    ([kind, { examples = [] }]) => examples.map((data) => ({ kind, ...data }) as StateEvent),
  );
  let notified = 0;
  const end = store.changes.listen(() => notified++);
  store.record(...examples);
  end();
  const changes = examples.flatMap((event) => meaningOf(event).change?.(event) ?? []);
  expect(changes).toContainEqual({ kind: "clock" });
  expect(store.changes.after(0)?.map(({ change }) => change)).toEqual(changes);
  expect(notified).toBe(changes.length);
});
