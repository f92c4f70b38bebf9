import { messageOf, SimulatorError } from "../../core/errors.ts";
import { ScenarioError } from "../../scenario/scenario-error.ts";
import type { Simulator } from "../../simulator/simulator.ts";

export const EXIT_OK = 0;

/** Exit status of `health` if the simulator is not ready. */
export const EXIT_REFUSED = 1;

/** Exit status for a usage error: an invalid option, an unknown scenario, or a port in use. */
export const EXIT_USAGE = 2;

/** Exit status if the command passed, but findings or a missed limit fail the run. */
export const EXIT_FINDINGS = 3;

/** Exit status of an inconclusive comparison. */
export const EXIT_UNCLEAR = 4;

/** Exit status of a bug in the program itself (EX_SOFTWARE in sysexits.h). */
const EXIT_BUG = 70;

export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** Turns an error about the user's files into a UsageError with the message from `explain`. */
export async function tryFiles<Result>(
  act: () => Promise<Result>,
  explain: (reason: string) => string,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new UsageError([explain(messageOf(error))]);
  }
}

export function failureOf(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof ScenarioError) {
    // Each line after the first begins with a file location, to which editors can link.
    return { text: `batch-sim: ${error.message}\n`, exitCode: EXIT_USAGE };
  }
  if (error instanceof UsageError || error instanceof SimulatorError) {
    const lines = error.message.split("\n").map((line) => `batch-sim: ${line}\n`);
    return { text: lines.join(""), exitCode: EXIT_USAGE };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    text: `batch-sim: Failed because of a bug in batch-sim.\n${stack}\n`,
    exitCode: EXIT_BUG,
  };
}

/** Rejects with a UsageError if the clock is `manual` and nothing could move it. */
export async function refuseManual(sim: Simulator, isDemo: boolean): Promise<void> {
  if (sim.controlUrl !== undefined && !isDemo) return;
  const { clock } = await sim.clock.read();
  if (clock !== "manual") return;
  const why = isDemo
    ? "moves only on request, and the demo makes no such request"
    : "moves only through the control API, which is off";
  throw new UsageError([
    `The \`manual\` clock ${why}. Choose another clock with \`--clock\`, such as \`poll\`.`,
  ]);
}
