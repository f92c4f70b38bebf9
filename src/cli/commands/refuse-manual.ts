import type { Simulator } from "../../simulator/simulator.ts";
import { UsageError } from "../output/failure.ts";

/**
 * Rejects with a UsageError if the clock is `manual` and nothing could move it: without the control
 * API, or in the demo.
 */
export async function refuseManual(sim: Simulator, isDemo: boolean): Promise<void> {
  if (sim.controlUrl !== undefined && !isDemo) return;
  const { clock } = await sim.clock.read();
  if (clock !== "manual") return;
  const why = isDemo
    ? "moves only when told to, and the demo never tells it to"
    : "moves only through the control API, which is off";
  throw new UsageError([
    `The clock \`manual\` ${why}. Choose another with \`--clock\`, such as \`poll\`.`,
  ]);
}
