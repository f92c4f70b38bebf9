import { CONTROL_URL, SharedSimulator } from "./shared-simulator.ts";

const simulator = new SharedSimulator();

/** The part of vitest's project object that the setup needs. */
export type VitestProject = { readonly provide: (key: never, value: never) => void };

/** Starts one simulator for all workers, with the options from the project file. */
export async function setup({ provide }: VitestProject): Promise<void> {
  const controlUrl = await simulator.start();
  provide(CONTROL_URL as never, controlUrl as never);
}

export async function teardown(): Promise<void> {
  await simulator.close();
}
