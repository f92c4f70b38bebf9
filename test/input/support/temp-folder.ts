import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs with an empty temporary folder, and returns the files that are left in it, and which of them are still open. */
export async function leftIn(use: (folder: string) => Promise<void>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  try {
    await use(folder);
    return [...(await readdir(folder)), ...(await openFilesIn(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files in a folder that this process has open, including deleted ones. Only Linux reveals them. */
export async function openFilesIn(folder: string): Promise<readonly string[]> {
  if (process.platform !== "linux") return [];
  const descriptors = await readdir("/proc/self/fd");
  const links = await Promise.allSettled(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`)));
  const paths = links.flatMap((link) => (link.status === "fulfilled" ? [link.value] : []));
  return paths.filter((path) => path.startsWith(folder));
}
