import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Exchange } from "../../src/core/exchange.ts";
import type { RowInput } from "../../src/core/rows/row.ts";
import { inAnyOrder } from "../../src/input/spool.ts";
import type { Sandbox } from "../../src/state/sandbox.ts";
import type { DatasetFile, InputRows } from "../../src/state/sandbox-state.ts";
import type { StateView } from "../../src/state/state-event.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { trace } from "../findings/support.ts";
import { programs } from "./programs.ts";
import { change, recipeOf, recordedSandbox, rowsOf } from "./sandbox-builder.ts";
import { TEST_STORES } from "./test-stores.ts";

function exchange(id: number): Exchange {
  return {
    ...{ id, at: id, wallAt: id, method: "GET", url: `/${id}`, problems: [] },
    request: { headers: {}, body: { byteLength: 1, text: "\u0000" } },
    response: { status: 200, headers: { date: "now" } },
    end: "finished",
    durationMs: 0.5,
  };
}

async function rowsIn(found: InputRows | undefined): Promise<object | undefined> {
  if (found === undefined) return undefined;
  const { length, byteLength, ids } = found;
  const rows: RowInput[] = [];
  for await (const batch of found.batches(0, 100)) rows.push(...batch);
  return { length, byteLength, rows, ids: await rowsIn(ids) };
}

async function withBytes<File extends Pick<DatasetFile, "bytes">>(file: File): Promise<object> {
  const whole = await inAnyOrder(file.bytes);
  const bytes = await whole.slice(0, whole.byteLength);
  return { ...file, bytes: Buffer.from(bytes).toString("base64") };
}

/** A state, including all parts that are read from elsewhere. */
async function whole(state: StateView): Promise<object> {
  const { jobs, datasets, storedFiles, files, uploads, byteLength, bytesOnDisk, ...rest } = state;
  const { heapBytes: _, ...others } = rest;
  const stored = [...storedFiles].map(async ([fileId, file]) => {
    return [fileId, file && (await withBytes(file))] as const;
  });
  const started = [...uploads.values()].map(async ({ parts, ...upload }) => {
    const bytes = await Promise.all(parts.map((part) => withBytes({ bytes: part })));
    return [upload.uploadId, { ...upload, bytes }] as const;
  });
  return {
    ...others,
    // The order of uploads that were removed and started again is not kept.
    uploads: new Map(await Promise.all(started)),
    // After a restart, long inputs are only on disk.
    bytes: byteLength + bytesOnDisk,
    jobs: await Promise.all(
      [...jobs.values()].map(async ({ rows, ...job }) => ({ ...job, rows: await rowsIn(rows) })),
    ),
    datasets: [...datasets.values()],
    storedFiles: new Map(await Promise.all(stored)),
    files: await Promise.all([...files.values()].map(withBytes)),
  };
}

describe.each(TEST_STORES)("a sandbox %s", (_, open) => {
  async function inStore(act: (store: ReturnType<typeof open>) => Promise<void>): Promise<void> {
    const store = open();
    try {
      await act(store);
    } finally {
      await store.close();
    }
  }

  test("has the same state after a restart, whatever happened before and between", async () => {
    await fc.assert(
      fc.asyncProperty(programs, programs, (first, second) =>
        inStore(async (store) => {
          const { sandbox: model } = recordedSandbox();
          let sandbox = await store.open(recipeOf());
          for (const program of [first, second]) {
            for (const step of program) for (const each of [model, sandbox]) step(each);
            sandbox = await store.restarted(sandbox);
            expect(await whole(sandbox.state)).toEqual(await whole(model.state));
          }
          expect(sandbox.clock.now()).toBe(model.clock.now());
        }),
      ),
      { numRuns: 30 },
    );
  });

  test("keeps its journal and its traces within their limits, and continues their numbers", () =>
    inStore(async (store) => {
      let sandbox = await store.open(recipeOf());
      for (let turn = 0; turn < 3; turn++) {
        for (let count = 0; count < 2; count++) {
          const id = sandbox.journal.nextId();
          sandbox.journal.add(exchange(id));
          sandbox.traces.add(trace(id, id, {}));
        }
        sandbox = await store.restarted(sandbox);
      }
      expect(sandbox.journal.all()).toEqual([4, 5, 6].map(exchange));
      expect(sandbox.traces.all()).toEqual([1, 2, 3, 4, 5, 6].map((id) => trace(id, id, {})));
      expect([sandbox.traces.dropped, sandbox.journal.nextId()]).toEqual([0, 7]);
      expect(sandbox.journal.dropped).toBe(3);
      sandbox.clearJournal();
      sandbox = await store.restarted(sandbox);
      expect([sandbox.journal.length, sandbox.journal.dropped]).toEqual([0, 6]);
      sandbox.journal.add(exchange(7));
      sandbox = await store.restarted(sandbox);
      expect(sandbox.journal.all()).toEqual([exchange(7)]);
      expect(sandbox.journal.dropped).toBe(6);
    }));

  test("keeps all events that are recorded together", () =>
    inStore(async (store) => {
      const sandbox = await store.open(recipeOf());
      const [fact] = factsOf({ jobId: "job-1", inputs: null });
      const rows = rowsOf("x".repeat(3_000_000), "y");
      change(
        sandbox,
        { kind: "jobSubmitted", fact },
        { kind: "inputsRead", jobId: "job-1", outcome: ready(2), rows },
      );
      const { state } = await store.restarted(sandbox);
      expect([...state.jobs.keys()]).toEqual(["job-1"]);
      expect(await rowsIn(state.jobs.get("job-1")?.rows)).toEqual(await rowsIn(rows));
      expect(state.jobs.get("job-1")?.facts.map(({ type }) => type)).toEqual([
        "submitted",
        "inputs",
      ]);
    }));

  test("keeps the order of datasets, whichever of them was filled last", () =>
    inStore(async (store) => {
      let sandbox = await store.open(recipeOf());
      for (const datasetIds of [["b", "a", "b"], ["a"]]) {
        for (const datasetId of datasetIds)
          change(sandbox, { kind: "datasetFilled", datasetId, at: 0, fileIds: [] });
        sandbox = await store.restarted(sandbox);
        expect([...sandbox.state.datasets.keys()]).toEqual(["b", "a"]);
      }
    }));

  test("keeps the counts of calls whose IDs a database can't store as they are", () =>
    inStore(async (store) => {
      const sandbox = await store.open(recipeOf());
      const longId = randomBytes(8000).toString("hex");
      const ids = [`${longId}1`, `${longId}2`, "\0", "\\0", "\ud800", "\ud801"];
      for (const [index, jobId] of ids.entries())
        change(sandbox, { kind: "callCounted", operationId: "op", jobId, nth: index + 1 });
      const { state } = await store.restarted(sandbox);
      expect(await whole(state)).toEqual(await whole(sandbox.state));
    }));

  test.each([
    ["real", 1],
    ["60x", 60],
  ] as const)("has a %s clock that goes on as if it had kept running", (_clock, scale) =>
    inStore(async (store) => {
      const clock =
        scale === 1 ? ({ mode: "real" } as const) : ({ mode: "scaled", scale } as const);
      const sandbox: Sandbox = await store.open(recipeOf({ clock }));
      const [wallStart, start] = [Date.now(), sandbox.clock.now()];
      sandbox.clock.advance(3_600_000);
      const next = await store.restarted(sandbox);
      const movedMs = next.clock.now() - start - 3_600_000;
      const elapsedMs = (Date.now() - wallStart + 1) * scale;
      expect(movedMs).toBeGreaterThanOrEqual(0);
      expect(movedMs).toBeLessThanOrEqual(elapsedMs);
    }),
  );
});
