import { expect, test } from "@jest/globals";
import { Store } from "../../src/state/store.ts";
import { SCENARIO } from "./sandbox-builder.ts";

test("recorded events are applied in order", () => {
  const store = new Store({ scenario: SCENARIO });
  const moved = [1, 2].map((byMs) => ({ kind: "clockMoved", byMs }) as const);
  store.record(...moved, { kind: "callCounted", operationId: "getJob", nth: 1 });
  const { clockMovedMs, calls } = store.state;
  expect([clockMovedMs, [...calls]]).toEqual([3, [["getJob ", 1]]]);
});
