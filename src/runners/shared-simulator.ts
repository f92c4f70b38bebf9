import { readProject } from "../cli/project-file.ts";
import { connect } from "../client/connect.ts";
import type { Control } from "../control/control.ts";
import { SANDBOX_IS_GONE } from "../core/api-key.ts";
import { SimulatorError } from "../core/errors.ts";
import { FindingsError } from "../findings/expect-no-findings.ts";
import { fits } from "../findings/expected-finding.ts";
import { KEYLESS } from "../findings/finding-table.ts";
import { execVariable } from "../options/command-environment.ts";
import { simulatorOptions } from "../options/option-table.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { startSimulator } from "../simulator/start-simulator.ts";

/** Starts a simulator with the project file's options. Its clock is `poll` by default. */
async function startFromProject(): Promise<Simulator> {
  const problems: string[] = [];
  const options = await readProject(undefined, problems);
  if (problems.length > 0) throw new SimulatorError("SIM_OPTION", problems.join("\n"));
  return startSimulator({ clock: "poll", ...simulatorOptions(options) });
}

/** The simulator from a global setup or `exec`, or one that this process starts when needed. */
export class SharedSimulator {
  #own: Promise<Simulator> | undefined;

  /** The control API at `controlUrl`, or that of this process's simulator if there is no URL. */
  async control(
    controlUrl: string | undefined = execVariable("BATCH_SIM_CONTROL_URL"),
  ): Promise<Control> {
    return controlUrl === undefined ? (await this.#started()).control : connect(controlUrl);
  }

  /** Starts a simulator unless `batch-sim exec` already has; resolves with the control URL. */
  async start(): Promise<string> {
    return execVariable("BATCH_SIM_CONTROL_URL") ?? (await this.#started()).controlUrl ?? "";
  }

  #started(): Promise<Simulator> {
    this.#own ??= startFromProject();
    return this.#own;
  }

  get isStarted(): boolean {
    return this.#own !== undefined;
  }

  /**
   * Stops this process's simulator, if any. Rejects if there are findings about requests that can't
   * be attributed to a test.
   */
  async close(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    // If the simulator failed to start, the test that started it has already thrown.
    const simulator = await own?.catch(() => {});
    const { findings = [] } = simulator?.report() ?? {};
    await simulator?.close();
    const { expected = [] } = await readProject(undefined, []);
    const found = findings
      .filter((it) => !it.isExpected && !expected.some((each) => fits(each, it)))
      // A finding about an expectation for all sandboxes names no sandbox.
      .filter(({ id, sandbox }) => KEYLESS.has(id) || sandbox === "")
      // Requests after the end of their test may or may not arrive before the simulator stops.
      .filter(({ sentence }) => !sentence.endsWith(SANDBOX_IS_GONE));
    if (found.length > 0) throw new FindingsError(found);
  }
}

/** Holds the simulator for jest's global setup and teardown, which are separate modules. */
export const JEST_SIMULATOR: SharedSimulator = new SharedSimulator();

/** Key under which vitest's global setup provides the control URL to the workers. */
export const CONTROL_URL = "batchSimControlUrl";
