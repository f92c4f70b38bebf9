import {
  expectNoFindings,
  type SandboxHandle,
  type SandboxOptions,
  startSimulator,
} from "batch-sim";
import { test as base } from "vitest";
import { BatchClient } from "../src/batch-client.ts";

/** Creates a sandbox, and a client that uses it. */
export type OpenSandbox = (
  options?: SandboxOptions,
) => Promise<SandboxHandle & { readonly client: BatchClient }>;

// The simulator runs in this process, so nothing needs to be started before the tests.
const simulator = startSimulator({ clock: "poll" });

/** A test with its own sandboxes. It fails if its client did something wrong that the test did not declare. */
export const test = base.extend<{ openSandbox: OpenSandbox }>({
  openSandbox: async ({ task }, use) => {
    const sim = await simulator;
    const boxes: SandboxHandle[] = [];
    await use(async (options = {}) => {
      const name = task.name.replace(/[^\w.-]+/g, "-").slice(0, 100);
      const box = await sim.sandbox({ name, ...options });
      boxes.push(box);
      const client = new BatchClient({ ...box, sleep: async () => {}, timeoutMs: 2000 });
      return { ...box, client };
    });
    for (const box of boxes) await expectNoFindings(box.control);
    for (const box of boxes) await box[Symbol.asyncDispose]();
  },
});
