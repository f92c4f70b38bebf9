import type { SandboxHandle } from "batch-sim";
import { test as base, type TestSandboxOptions } from "batch-sim/vitest";
import { BatchClient } from "../src/batch-client.ts";

/** Creates a sandbox for the running test, and a client that uses it. */
export type OpenSandbox = (
  options?: TestSandboxOptions,
) => Promise<SandboxHandle & { readonly client: BatchClient }>;

/** A test with its own sandboxes. It fails if its client did something wrong that the test did not declare. */
export const test = base.extend<{ openSandbox: OpenSandbox }>({
  openSandbox: ({ sandbox }, use) =>
    use(async (options) => {
      const box = await sandbox(options);
      const client = new BatchClient({ ...box, sleep: async () => {}, timeoutMs: 2000 });
      return { ...box, client };
    }),
});
