import type { Sandbox } from "./sandbox.ts";

/**
 * The sandbox that a function finds, once everything stored of it has been read: then the function is called again, because the sandbox
 * may have been replaced. Rejects with a SimulatorError if it can't be read.
 */
export async function loaded<Found extends Sandbox | undefined>(find: () => Found): Promise<Found> {
  let found = find();
  while (found?.loading !== undefined) {
    await found.loading.wait();
    found = find();
  }
  return found;
}
