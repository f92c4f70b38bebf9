import { decidedReport } from "../../findings/report/fails.ts";
import type { Options } from "../../options/option-table.ts";
import { simulatorOptions } from "../../options/simulator-options.ts";
import { openSimulator } from "../../simulator/simulator.ts";
import { addressIn, commandEnvironment } from "../exec-variables.ts";
import { conclude } from "../output/conclude.ts";
import { refuseManual } from "./refuse-manual.ts";
import { runCommand } from "./run-command.ts";

/**
 * Runs a command against a new simulator, and reports what the command's clients did wrong. Resolves with the command's exit status,
 * or with 3 if the command passed and its clients broke the contract.
 */
export async function exec(options: Options, command: readonly string[]): Promise<number> {
  const [program = "", ...args] = command;
  const { expected = [], strict = false } = options;
  const { simulator: sim } = await openSimulator(simulatorOptions(options));
  try {
    await refuseManual(sim, false);
    for (const each of expected) await sim.control.expectFinding({ ...each, all: true });
    const exitCode = await runCommand({ program, args, env: commandEnvironment(sim, options) });
    const address = addressIn(sim, options);
    const report = await sim.control.report({ strict, all: true });
    return await conclude(decidedReport(report), options, {
      exitCode,
      address,
      trace: () => sim.control.trace(),
    });
  } finally {
    await sim.close();
  }
}
