import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";

/** An open temporary file; `dispose` closes and removes it. */
export type TempFile = { readonly handle: FileHandle; readonly dispose: () => Promise<void> };

/** Creates a temporary file that only this user can read, in a folder. */
export async function openTempFile(parent: string): Promise<TempFile> {
  const folder = await mkdtemp(join(parent, "batch-sim-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const handle = await open(join(folder, "input"), "wx+", 0o600);
  // An open file outlives its name, so even a killed process leaves nothing behind, except on Windows.
  if (process.platform !== "win32") await remove();
  return {
    handle,
    dispose: async () => {
      await handle.close();
      await remove();
    },
  };
}
