import type { Sandbox } from "./sandbox.ts";

/**
 * The sandbox that a function finds, once its stored state, and on request its journal and traces, have been read: then the function is
 * called again, because the sandbox may have been replaced. Rejects with a SimulatorError if it can't be read.
 */
export async function loaded<Found extends Sandbox | undefined>(
  find: () => Found,
  withRecords = false,
): Promise<Found> {
  for (;;) {
    const found = find();
    const unread = found?.loading ?? (withRecords ? found?.loadingRecords : undefined);
    if (unread === undefined) return found;
    await unread.wait();
  }
}
