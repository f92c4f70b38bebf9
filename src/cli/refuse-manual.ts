import type { Simulator } from "../simulator.ts";
import { UsageError } from "./failure.ts";

/** Throws a UsageError where the clock is `manual`: nothing outside the process can move it. */
export function refuseManual(sim: Simulator): void {
  if (sim.clock.spec.mode !== "manual") return;
  throw new UsageError([
    "The clock `manual` moves only in process, by `startSimulator`. Choose another by `--clock`, such as `poll`.",
  ]);
}
