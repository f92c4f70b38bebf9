import { expect, test } from "@jest/globals";
import type { Trace } from "../../src/core/trace.ts";
import { Traces } from "../../src/state/traces.ts";

function trace(id: number): Trace {
  const times = { at: 0, wallAt: 0, durationMs: 1 };
  return {
    id,
    ...times,
    method: "GET",
    url: "/",
    status: 200,
    responseBytes: 0,
    problems: [],
    end: "finished",
  };
}

test("traces of an earlier process come before those since then, whenever they are read", () => {
  const lists = [[trace(4), trace(5)], [trace(6)]];
  const past = {
    length: 3,
    numDropped: 3,
    lastId: 6,
    lists: () => lists.values(),
  };
  const lengths: number[] = [];
  const traces = new Traces(4, (_, length) => lengths.push(length));
  traces.restore(past);
  traces.add(trace(7));
  traces.add(trace(8));
  expect({ lengths, bytes: traces.byteLength }).toEqual({ lengths: [4, 5], bytes: 1502 });
  expect(traces.all().map(({ id }) => id)).toEqual([5, 6, 7, 8]);
  expect({ length: traces.length, dropped: traces.dropped }).toEqual({ length: 4, dropped: 4 });
  traces.add(trace(9));
  expect(traces.all().map(({ id }) => id)).toEqual([6, 7, 8, 9]);
  expect(lengths).toEqual([4, 5, 4]);
});

test("past traces that can't be read count as dropped", () => {
  const traces = new Traces(10);
  traces.restore({
    ...{ length: 4, numDropped: 1, lastId: 5 },
    *lists() {
      yield [trace(2), trace(3)];
      throw new SyntaxError("damaged");
    },
  });
  traces.add(trace(7));
  expect(traces.all().map(({ id }) => id)).toEqual([7]);
  const { length, dropped, droppedUntil } = traces;
  expect({ length, dropped, droppedUntil }).toEqual({ length: 1, dropped: 5, droppedUntil: 5 });
});
