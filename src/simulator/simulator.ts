import type { SandboxOptions } from "../control/arguments.ts";
import type { Control, SandboxHandle } from "../control/control.ts";
import type { ControlClock } from "../control/control-methods.ts";
import type { Exchange } from "../core/exchange.ts";
import type { ExpectedFinding } from "../findings/expected-finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import type { Report } from "../findings/report/report-of.ts";

/** A running simulator. */
export type Simulator = {
  /** URL to which clients send requests: {base_url} in the interface document. */
  readonly baseUrl: string;
  /**
   * URL at which clients cancel jobs: {deployment_url}. It has the same origin as `baseUrl` unless
   * `deploymentPort` was given.
   */
  readonly deploymentUrl: string;
  /** URL of the control API; undefined if it is off. */
  readonly controlUrl: string | undefined;
  /** An accepted key: the first of `apiKeys`, or the default key. */
  readonly apiKey: string;
  /** Name or file of the scenario. */
  readonly scenario: string;
  /** The scenario's description in one line; may be empty. */
  readonly description: string;
  /** Seed of the rows and IDs. */
  readonly seed: number;
  /** Version of batch-sim. */
  readonly version: string;
  /** The clock of `apiKey`'s sandbox: the same as `control.clock`. */
  readonly clock: ControlClock;
  /** Controls `apiKey`'s sandbox, even if the control API is off. */
  readonly control: Control;
  /** Creates an isolated sandbox with its own key; disposing of its handle deletes the sandbox. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
  /** The recorded exchanges of `apiKey`'s clients, oldest first. */
  readonly exchanges: () => readonly Exchange[];
  /**
   * Reports the mistakes of every sandbox's clients so far, and the features that they used; with
   * `strict`, an `info` finding counts as a warning.
   */
  readonly report: (judging?: Judging) => Report;
  /** Declares that a test provokes a finding on purpose; its absence is then itself a finding. */
  readonly expectFinding: (expected: ExpectedFinding) => void;
  /**
   * Declares that the client reported an error about one job, or about anything that has happened
   * with `apiKey` so far.
   */
  readonly expectClientError: (about?: { readonly jobId?: string }) => void;
  /** Stops the simulator and frees its ports; open requests are cut off after `drainMs`. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};
