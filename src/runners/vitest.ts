import { test as base, inject, type TestAPI } from "vitest";
import { CONTROL_URL, SharedSimulator } from "./shared-simulator.ts";
import { type BatchSim, testSandboxes } from "./test-sandboxes.ts";

export type { SandboxHandle } from "../control/control.ts";
export type { BatchSim, OpenSandbox, TestSandboxOptions } from "./test-sandboxes.ts";

/**
 * vitest's `test` with a fixture that creates sandboxes. A test fails if its client did something
 * wrong that the test did not declare. Extend it further with `test.extend`.
 *
 * @example
 * test("reports why a job failed", async ({ sandbox }) => {
 *   const box = await sandbox({ scenario: "job-fails-midway" });
 *   await expect(new MyClient(box).run(["a"])).rejects.toThrow("out of memory");
 * });
 */
export const test: TestAPI<BatchSim> = base.extend<BatchSim & { simulator: SharedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from it.
    async ({}, use) => {
      const simulator = new SharedSimulator();
      await use(simulator);
      await simulator.close();
    },
    { scope: "file" },
  ],
  sandbox: async ({ simulator, task }, use) => {
    const { file, fullTestName = task.name } = task;
    const project = file.projectName ? `${file.projectName} > ` : "";
    const title = `${project}${file.name} > ${fullTestName}`;
    const sandboxes = testSandboxes(title, () => simulator.control(inject(CONTROL_URL)));
    await use(sandboxes.open);
    const hasFailed = task.result?.state === "fail";
    await sandboxes.finish(hasFailed, (message) => console.error(message));
  },
});

/**
 * An alias for `test`.
 *
 * @alias
 */
export const it: TestAPI<BatchSim> = test;
