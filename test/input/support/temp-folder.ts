import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs with an empty folder of its own and gives what was left in it. */
export async function leftIn(use: (folder: string) => Promise<void>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  try {
    await use(folder);
    return await readdir(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
