import { JEST_SIMULATOR } from "./shared-simulator.ts";

/** Stops the simulator from the global setup; in watch mode, the next run starts a new one. */
async function globalTeardown(): Promise<void> {
  if (JEST_SIMULATOR.isStarted) delete process.env["BATCH_SIM_CONTROL_URL"];
  await JEST_SIMULATOR.close();
}

// biome-ignore lint/style/noDefaultExport: jest calls the module's default export.
export default globalTeardown;
