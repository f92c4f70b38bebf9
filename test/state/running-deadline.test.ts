import { expect, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import { RunningDeadline } from "../../src/stores/postgres/running-deadline.ts";

const LATE = new SimulatorError("SIM_STORE", "late");

test("the time in which the process is busy with other work doesn't count", async () => {
  const patience = new RunningDeadline(400, () => LATE);
  let confirm = (): void => {};
  const saved = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  const watched = patience.watch(saved);
  const start = performance.now();
  while (performance.now() - start < 1000);
  // Data that arrived in the meantime is read in the next cycles.
  for (let cycle = 0; cycle < 5; cycle++) await new Promise(setImmediate);
  confirm();
  await watched;
});

test("a wait ends if nothing becomes durable for the time, however long others have waited", async () => {
  let count = 0;
  const patience = new RunningDeadline(200, () => {
    count++;
    return LATE;
  });
  const never = new Promise<void>(() => {});
  await expect(Promise.all([patience.watch(never), patience.watch(never)])).rejects.toBe(LATE);
  expect(count).toBe(1);
});
