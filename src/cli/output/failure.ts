import { SimulatorError } from "../../core/errors.ts";
import { ScenarioError } from "../../scenario/scenario-error.ts";

/** Exit status where everything went as it was asked for. */
export const EXIT_OK = 0;

/** Exit status of a demo that the simulated service didn't let finish. */
export const EXIT_REFUSED = 1;

/** Exit status where what was asked for can't be done: a bad option, an unknown scenario, a port that is taken. */
export const EXIT_USAGE = 2;

/** Exit status where the command of `exec` passed, but its clients' conduct did not. */
export const EXIT_FINDINGS = 3;

/** Exit status of a failure of the program itself (EX_SOFTWARE of sysexits). */
export const EXIT_BUG = 70;

/** Something about the command line that can't be done: a sentence each. */
export class UsageError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "UsageError";
    this.problems = problems;
  }
}

/** What a failure says on standard error, and the exit status that goes with it. */
export function failureOf(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof ScenarioError) {
    // The lines after the first begin with the place in the file, for editors and terminals to link to.
    return { text: `batch-sim: ${error.message}\n`, exitCode: EXIT_USAGE };
  }
  if (error instanceof UsageError || error instanceof SimulatorError) {
    const lines = error.message.split("\n").map((line) => `batch-sim: ${line}\n`);
    return { text: lines.join(""), exitCode: EXIT_USAGE };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `batch-sim: Failed by a bug of its own.\n${stack}\n`, exitCode: EXIT_BUG };
}
