import { expect } from "@jest/globals";
import { connect, expectNoFindings, type SandboxHandle, type SandboxOptions } from "batch-sim";
import { BatchClient } from "../src/batch-client.ts";

/** A sandbox for one test, and a client that uses it. */
export type TestSandbox = SandboxHandle & { readonly client: BatchClient };

const { BATCH_SIM_CONTROL_URL: url } = process.env;

/**
 * Creates a sandbox named after the calling test. Disposing of it fails the test if the client did something wrong that the test
 * did not declare.
 *
 * @example
 * await using box = await openSandbox({ scenario: "slow-job" });
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  if (url === undefined)
    throw new Error("Run the tests with `batch-sim exec`, as `npm test` does.");
  const box = await connect(url).sandbox({ name: nameOfTest(), ...options });
  const client = new BatchClient({ ...box, sleep: async () => {}, timeoutMs: 2000 });
  const dispose = async (): Promise<void> => {
    try {
      await expectNoFindings(box.control);
    } finally {
      await box[Symbol.asyncDispose]();
    }
  };
  return { ...box, client, [Symbol.asyncDispose]: dispose };
}

function nameOfTest(): string {
  const name = expect.getState().currentTestName ?? "test";
  return name.replace(/[^\w.-]+/g, "-").slice(0, 100);
}
