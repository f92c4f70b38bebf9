import { expect, test } from "@jest/globals";
import { Store } from "../../src/state/store.ts";
import { SCENARIO } from "./sandbox-builder.ts";

test("a transaction returns the result of its decision once its events are applied", () => {
  const store = new Store({ scenario: SCENARIO });
  const result = store.transact(({ calls }) => ({
    events: [{ kind: "callCounted", operationId: "getJob", nth: 1 }],
    result: calls.size,
  }));
  expect([result, [...store.state.calls]]).toEqual([0, [["getJob ", 1]]]);
});

test("a decision sees the state without its own events, and the next one sees all of them", () => {
  const store = new Store({ scenario: SCENARIO });
  const seen: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    store.transact((state) => {
      seen.push(state.clockMovedMs);
      const events = [1, 2].map((byMs) => ({ kind: "clockMoved", byMs }) as const);
      seen.push(state.clockMovedMs);
      return { events, result: undefined };
    });
  }
  expect([seen, store.state.clockMovedMs]).toEqual([[0, 0, 3, 3], 6]);
});

test("a decision that throws changes nothing", () => {
  const store = new Store({ scenario: SCENARIO });
  const refuse = (): never => {
    throw new Error("refused");
  };
  expect(() => store.transact(refuse)).toThrow("refused");
  expect(store.state).toEqual(new Store({ scenario: SCENARIO }).state);
});
