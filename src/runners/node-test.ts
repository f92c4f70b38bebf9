import { after } from "node:test";
import { SharedSimulator } from "./shared-simulator.ts";
import { type BatchSim, testSandboxes, titleIn } from "./test-sandboxes.ts";

export type { SandboxHandle } from "../control/control.ts";
export type { BatchSim, OpenSandbox, TestSandboxOptions } from "./test-sandboxes.ts";

const simulator = new SharedSimulator();
// The importing test file registers this hook, so it runs after the file's last test.
after(() => simulator.close());

/**
 * The part of `node:test`'s context that `useBatchSim` needs; older versions of Node lack the
 * optional properties.
 */
export type NodeTestContext = {
  readonly name: string;
  readonly fullName?: string;
  readonly filePath?: string | undefined;
  readonly passed?: boolean;
  readonly after: (hook: () => Promise<void>) => void;
  readonly diagnostic: (message: string) => void;
};

/**
 * Gives a test its own sandboxes. The test fails if its client did something wrong that the test
 * did not declare.
 *
 * @example
 * test("reports why a job failed", async (t) => {
 *   const { sandbox } = useBatchSim(t);
 *   const box = await sandbox({ scenario: "job-fails-midway" });
 *   await assert.rejects(new MyClient(box).run(["a"]), /out of memory/);
 * });
 */
export function useBatchSim(t: NodeTestContext): BatchSim {
  const { name, fullName = name, filePath = process.argv[1] ?? "" } = t;
  const sandboxes = testSandboxes(titleIn(filePath, fullName), () => simulator.control());
  const print = (message: string): void => {
    for (const line of message.split("\n")) t.diagnostic(line);
  };
  t.after(async () => {
    const hasFailed = t.passed === false;
    const judged = sandboxes.finish(hasFailed, print);
    // The runner doesn't show why a hook fails if the test itself has failed.
    await (hasFailed ? judged.catch((error) => print(String(error))) : judged);
  });
  return { sandbox: sandboxes.open };
}
