import type { Simulator } from "../simulator/simulator.ts";
import { UsageError } from "./output/failure.ts";

/** Throws a UsageError where the clock is `manual` and nobody could move it: without the control API, or in the demo. */
export function refuseManual(sim: Simulator, isDemo: boolean): void {
  if (sim.clock.spec.mode !== "manual" || (sim.controlUrl !== undefined && !isDemo)) return;
  const why = isDemo
    ? "moves only when told, and the demo tells it nothing"
    : "moves by the control API, which is off";
  throw new UsageError([
    `The clock \`manual\` ${why}. Choose another by \`--clock\`, such as \`poll\`.`,
  ]);
}
