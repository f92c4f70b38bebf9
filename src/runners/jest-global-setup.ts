import { JEST_SIMULATOR } from "./shared-simulator.ts";

/** Starts one simulator for all workers, which find it through the environment. */
async function globalSetup(): Promise<void> {
  process.env["BATCH_SIM_CONTROL_URL"] = await JEST_SIMULATOR.start();
}

// biome-ignore lint/style/noDefaultExport: jest calls the module's default export.
export default globalSetup;
