import type { SandboxOptions } from "./arguments.ts";
import type { ControlClock, ControlMethods } from "./control-methods.ts";
import type { MadeSandbox } from "./reports.ts";

/**
 * Controls and inspects one sandbox, in this process or in another. Calls that fail reject with a
 * SimulatorError.
 */
export type Control = ControlMethods & {
  /** Creates another sandbox on the same server; disposing of it deletes it. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
};

/**
 * A separate sandbox: give `baseUrl` and `apiKey` to the client under test.
 *
 * @example
 * await using box = await sim.sandbox({ scenario: "job-fails-midway" });
 * await expect(new MyClient(box).run(["a"])).rejects.toThrow("out of memory");
 * await expectNoFindings(box);
 */
export type SandboxHandle = Omit<MadeSandbox, "clock"> & {
  /** The sandbox's clock: the same as `control.clock`. */
  readonly clock: ControlClock;
  /** Controls and inspects the sandbox. */
  readonly control: Control;
  /**
   * Reports what the sandbox's clients did wrong, and what they used: the same as `control.report`.
   */
  readonly report: Control["report"];
  /** Declares that the test provokes a finding on purpose: the same as `control.expectFinding`. */
  readonly expectFinding: Control["expectFinding"];
  /** Declares that the client reported an error: the same as `control.expectClientError`. */
  readonly expectClientError: Control["expectClientError"];
  /** Deletes the sandbox. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
