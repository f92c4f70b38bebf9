import { type ClockSpec, parseClockSpec } from "../core/clock-spec.ts";
import { SimulatorError } from "../core/errors.ts";
import type { Exchange } from "../core/exchange.ts";
import type { OutputOf } from "../core/rows/output-of.ts";
import { optionIssues } from "./option-issues.ts";

/** Key and certificate for https, as PEM text. */
export type TlsOptions = { readonly cert: string; readonly key: string };

/** How a simulator is started. Everything has a default. */
export type SimulatorOptions = {
  /** A built-in scenario's name or the path of a YAML file. Default `happy-path`. */
  readonly scenario?: string;
  /** Reads the scenario's file again when it has been changed. Jobs that are there go on as they were. Default false. */
  readonly watch?: boolean;
  /** OpenAPI Overlays of the service's document, in order: files, or names of shipped ones. Default: none. */
  readonly overlays?: readonly string[];
  /** Seed of all that is drawn; an integer. Default: the scenario's, else 1. */
  readonly seed?: number;
  /** `real`, a scale such as `60x`, `manual`, `poll`, `poll:next`, `poll:5s`. Default: the scenario's, else `real`. */
  readonly clock?: string;
  /** Port to listen on; 0, the default, is any free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** The only keys that are accepted. Default: every key is, and each has a sandbox of its own. */
  readonly apiKeys?: readonly string[];
  /** Serves the deployment's operations at a port of their own (0 is a free one). Default: at the same address. */
  readonly deploymentPort?: number;
  /** Path before base_url's operations, such as `/api/v2`. Default: none. */
  readonly basePath?: string;
  /** Answers browsers of any origin. Default false. */
  readonly cors?: boolean;
  /** Serves https instead of http. */
  readonly tls?: TlsOptions;
  /** Bytes that a request's body may have. Default 256 MiB. */
  readonly maxBodyBytes?: number;
  /** Bytes that a URL given as inputs may have. Default 1 GiB. */
  readonly maxDownloadBytes?: number;
  /** Wall time that fetching such a URL may take, in milliseconds. Default 30,000. */
  readonly fetchTimeoutMs?: number;
  /**
   * Decides outputs in place of the generator: undefined leaves a row to it. It must be pure, and it can't be asynchronous:
   * outputs are never stored, so each download asks it again.
   *
   * @example
   * await startSimulator({ output: ({ input }) => (input === "ping" ? "pong" : undefined) });
   */
  readonly output?: OutputOf;
  /** Serves the control API under `/_sim`. Default true. */
  readonly control?: boolean;
  /** What requests to the control API must carry in the header `x-sim-control-token`. Default: nothing, on a loopback address; on any other it must be given. */
  readonly controlToken?: string;
  /** Sandboxes kept at most; of more, those unused for the longest time are dropped. Default 1,000. */
  readonly maxSandboxes?: number;
  /** Bytes that sandboxes hold together at most, roughly; beyond, the same are dropped. 100 KiB or more; default 1 GiB. */
  readonly maxSandboxBytes?: number;
  /** Exchanges that a sandbox's journal keeps; the oldest go first. Default 10,000. */
  readonly maxJournalExchanges?: number;
  /** Bytes that such a journal holds at most, roughly. Default 64 MiB. */
  readonly maxJournalBytes?: number;
  /** Told of each exchange when it has ended. */
  readonly onExchange?: (exchange: Exchange, sandboxName: string) => void;
  /** Told what the simulator itself has to say, such as its own failures. Default: standard error. */
  readonly onNotice?: (notice: string) => void;
};

/** Options with their defaults, checked, and frozen. */
export type Settings = Required<
  Omit<
    SimulatorOptions,
    | "seed"
    | "clock"
    | "tls"
    | "deploymentPort"
    | "output"
    | "controlToken"
    | "onExchange"
    | "onNotice"
  >
> & {
  readonly seed: number | undefined;
  readonly clock: ClockSpec | undefined;
  readonly tls: TlsOptions | undefined;
  readonly deploymentPort: number | undefined;
  readonly output: OutputOf | undefined;
  readonly controlToken: string | undefined;
  readonly onExchange: (exchange: Exchange, sandboxName: string) => void;
  readonly onNotice: (notice: string) => void;
};

/** Checks options and fills in defaults. Throws a SimulatorError that names all problems. */
export function settle(options: SimulatorOptions): Settings {
  const issues = optionIssues(options);
  if (issues.length > 0) {
    throw new SimulatorError("SIM_OPTION", issues.map(({ message }) => message).join("\n"), {
      issues,
    });
  }
  return Object.freeze({
    scenario: options.scenario ?? "happy-path",
    watch: options.watch ?? false,
    overlays: [...(options.overlays ?? [])],
    seed: options.seed,
    clock: options.clock === undefined ? undefined : parseClockSpec(options.clock),
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    apiKeys: [...(options.apiKeys ?? [])],
    deploymentPort: options.deploymentPort,
    basePath: options.basePath === "/" ? "" : (options.basePath ?? ""),
    cors: options.cors ?? false,
    tls: options.tls,
    maxBodyBytes: options.maxBodyBytes ?? 256 * 1024 * 1024,
    maxDownloadBytes: options.maxDownloadBytes ?? 1024 * 1024 * 1024,
    fetchTimeoutMs: options.fetchTimeoutMs ?? 30_000,
    output: options.output,
    control: options.control ?? true,
    controlToken: options.controlToken,
    maxSandboxes: options.maxSandboxes ?? 1000,
    maxSandboxBytes: options.maxSandboxBytes ?? 1024 * 1024 * 1024,
    maxJournalExchanges: options.maxJournalExchanges ?? 10_000,
    maxJournalBytes: options.maxJournalBytes ?? 64 * 1024 * 1024,
    onExchange: options.onExchange ?? (() => {}),
    onNotice: options.onNotice ?? ((notice) => process.stderr.write(`${notice}\n`)),
  });
}
