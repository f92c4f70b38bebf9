import { SharedServer } from "./shared-server.ts";
import { CONTROL_URL } from "./vitest-control-url.ts";

const server = new SharedServer();

/** The part of vitest's project that the setup needs. */
export type VitestProject = { readonly provide: (key: never, value: never) => void };

/** Starts one simulator for all workers, with the options of the project file. */
export async function setup({ provide }: VitestProject): Promise<void> {
  const controlUrl = await server.start();
  provide(CONTROL_URL as never, controlUrl as never);
}

/** Stops the simulator. */
export async function teardown(): Promise<void> {
  await server.stop();
}
