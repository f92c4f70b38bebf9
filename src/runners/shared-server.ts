import { execVariable } from "../options/command-environment.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { startFromProject } from "./shared-simulator.ts";

/** The simulator that a global setup starts for all workers. There is none if `batch-sim exec` has already started one. */
export class SharedServer {
  #simulator: Simulator | undefined;

  /** Starts the simulator, and returns its control URL. */
  async start(): Promise<string> {
    const running = execVariable("BATCH_SIM_CONTROL_URL");
    if (running !== undefined) return running;
    this.#simulator = await startFromProject();
    return this.#simulator.controlUrl ?? "";
  }

  /** Stops the simulator; returns false if it was not started here. */
  async stop(): Promise<boolean> {
    const simulator = this.#simulator;
    this.#simulator = undefined;
    await simulator?.close();
    return simulator !== undefined;
  }
}
