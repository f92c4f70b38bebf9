import { expect, test } from "@jest/globals";
import type { Trace } from "../../src/core/trace.ts";
import { Traces } from "../../src/state/records.ts";

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

async function* pagesOf(...pages: readonly number[][]): AsyncGenerator<readonly Trace[]> {
  for (const ids of pages) yield ids.map(trace);
}

test("traces of an earlier process come before those since then, whenever they are read", async () => {
  const lengths: number[] = [];
  const traces = new Traces(4);
  traces.listen(() => lengths.push(traces.length));
  traces.expectPast({ length: 3, numDropped: 3 });
  traces.add(trace(7));
  traces.add(trace(8));
  expect(lengths).toEqual([4, 4]);
  expect(() => traces.all()).toThrow("Expected the records to have been read.");
  await traces.readPast(pagesOf([4, 5], [6]));
  expect(traces.all().map(({ id }) => id)).toEqual([5, 6, 7, 8]);
  const { length, byteLength, dropped, droppedUntil } = traces;
  expect({ length, byteLength, dropped, droppedUntil }).toEqual({
    ...{ length: 4, byteLength: 4 * 301, dropped: 4, droppedUntil: 4 },
  });
  traces.add(trace(9));
  expect(traces.all().map(({ id }) => id)).toEqual([6, 7, 8, 9]);
  expect(lengths).toEqual([4, 4, 4]);
});

test("a reading that fails changes nothing, and can be repeated", async () => {
  const traces = new Traces(10);
  traces.expectPast({ length: 2, numDropped: 0 });
  async function* damaged(): AsyncGenerator<readonly Trace[]> {
    yield [trace(1)];
    throw new SyntaxError("damaged");
  }
  await expect(traces.readPast(damaged())).rejects.toThrow("damaged");
  traces.add(trace(7));
  expect(traces.length).toBe(3);
  await traces.readPast(pagesOf([1], [2]));
  expect(traces.all().map(({ id }) => id)).toEqual([1, 2, 7]);
});

test("past traces are gone if newer ones were dropped, or all were cleared, before they were read", async () => {
  for (const change of [
    (traces: Traces) => [7, 8].forEach((id) => void traces.add(trace(id))),
    (traces: Traces) => traces.clear(),
  ]) {
    const traces = new Traces(1);
    traces.expectPast({ length: 1, numDropped: 0 });
    change(traces);
    await traces.readPast(pagesOf([1]));
    expect(traces.all().map(({ id }) => id)).not.toContain(1);
  }
});
