import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import { SimulatorError } from "../core/errors.ts";
import { SharedSimulator } from "./shared-simulator.ts";
import { type BatchSim, testSandboxes, titleIn } from "./test-sandboxes.ts";

export type { SandboxHandle } from "../control/control.ts";
export type { BatchSim, OpenSandbox, TestSandboxOptions } from "./test-sandboxes.ts";

const simulator = new SharedSimulator();

const START_TIMEOUT_MS = 60_000;

/**
 * Gives each test in a file, or in a `describe` block, its own sandboxes. A test fails if its
 * client did something wrong that the test did not declare.
 *
 * @example
 * const { sandbox } = useBatchSim();
 *
 * test("reports why a job failed", async () => {
 *   const box = await sandbox({ scenario: "job-fails-midway" });
 *   await expect(new MyClient(box).run(["a"])).rejects.toThrow("out of memory");
 * });
 */
export function useBatchSim(): BatchSim {
  let current: ReturnType<typeof testSandboxes> | undefined;
  // Starting the simulator here doesn't count toward the first test's time limit.
  beforeAll(async () => {
    await simulator.control();
  }, START_TIMEOUT_MS);
  beforeEach(() => {
    current = testSandboxes(titleOfTest(), () => simulator.control());
  });
  afterEach(async () => {
    const ended = current;
    current = undefined;
    await ended?.finish(hasFailed(), (message) => console.error(message));
  });
  afterAll(() => simulator.close());
  return {
    sandbox: async (options) => {
      if (current !== undefined) return current.open(options);
      throw new SimulatorError("SIM_ARGUMENT", `Failed to create a sandbox: ${whyNot()}`);
    },
  };
}

function whyNot(): string {
  return expect.getState().currentConcurrentTestName?.() === undefined
    ? "no test is running. Call `sandbox()` in a test or in `beforeEach`."
    : "jest doesn't run hooks around `test.concurrent`, so nothing would judge and delete the sandbox. Use `test`, or run tests concurrently with vitest.";
}

function titleOfTest(): string {
  const { testPath = "", currentTestName = "test" } = expect.getState();
  return titleIn(testPath, currentTestName);
}

/** The part of jest-circus's state that shows whether a test has failed. */
type CircusState = { readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } };

/** Whether the current test has failed. jest has no API for this, only a global of its runner. */
function hasFailed(): boolean {
  const globals = globalThis as { readonly [key: symbol]: CircusState | undefined };
  const key = Object.getOwnPropertySymbols(globals).find(
    ({ description }) => description === "JEST_STATE_SYMBOL",
  );
  const state = key === undefined ? undefined : globals[key];
  return (state?.currentlyRunningTest?.errors.length ?? 0) > 0;
}
