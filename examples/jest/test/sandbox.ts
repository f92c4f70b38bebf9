import type { SandboxHandle } from "batch-sim";
import { type TestSandboxOptions, useBatchSim } from "batch-sim/jest";
import { BatchClient } from "../src/batch-client.ts";

/** Creates a sandbox for the running test, and a client that uses it. */
export type OpenSandbox = (
  options?: TestSandboxOptions,
) => Promise<SandboxHandle & { readonly client: BatchClient }>;

/** Gives each test of a file its own sandboxes. A test fails if its client did something wrong that the test did not declare. */
export function useSandboxes(): OpenSandbox {
  const { sandbox } = useBatchSim();
  return async (options) => {
    const box = await sandbox(options);
    return { ...box, client: new BatchClient({ ...box, sleep: async () => {}, timeoutMs: 2000 }) };
  };
}
