import { CLOCK_FORM, type ClockSpec, parseClockSpec } from "./core/clock-spec.ts";
import { type Issue, SimulatorError } from "./core/errors.ts";
import type { Exchange } from "./core/exchange.ts";
import type { OutputOf } from "./core/output-of.ts";
import { isScenarioFile } from "./load-scenario.ts";

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
  /** Serves the deployment's operations at a port of their own (0: any free one). Default: at the same address. */
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
  /** Bytes that sandboxes hold together at most, roughly; beyond, the same are dropped. Default 1 GiB. */
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

const OPTION_NAMES: ReadonlySet<string> = new Set([
  "scenario",
  "watch",
  "overlays",
  "seed",
  "clock",
  "port",
  "host",
  "apiKeys",
  "deploymentPort",
  "basePath",
  "cors",
  "tls",
  "maxBodyBytes",
  "maxDownloadBytes",
  "fetchTimeoutMs",
  "output",
  "control",
  "controlToken",
  "maxSandboxes",
  "maxSandboxBytes",
  "maxJournalExchanges",
  "maxJournalBytes",
  "onExchange",
  "onNotice",
]);

/** Checks options and fills in defaults. Throws a SimulatorError that names all problems. */
export function settle(options: SimulatorOptions): Settings {
  const issues = [
    ...unknownOptions(options),
    ...numberIssues(options),
    ...textIssues(options),
    ...controlIssues(options),
  ];
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

function unknownOptions(options: SimulatorOptions): Issue[] {
  return Object.keys(options)
    .filter((name) => !OPTION_NAMES.has(name))
    .map((name) =>
      issue(
        name,
        `Expected an option of startSimulator, got \`${name}\`. There are: ${[...OPTION_NAMES].join(", ")}.`,
      ),
    );
}

function numberIssues(options: SimulatorOptions): Issue[] {
  const bounds = [
    ["seed", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["port", 0, 65_535],
    ["deploymentPort", 0, 65_535],
    ["maxBodyBytes", 1, Number.MAX_SAFE_INTEGER],
    ["maxDownloadBytes", 1, Number.MAX_SAFE_INTEGER],
    ["fetchTimeoutMs", 1, 2_147_483_647],
    ["maxSandboxes", 1, 1_000_000],
    ["maxSandboxBytes", 1, Number.MAX_SAFE_INTEGER],
    ["maxJournalExchanges", 1, 10_000_000],
    ["maxJournalBytes", 1, Number.MAX_SAFE_INTEGER],
  ] as const;
  return bounds.flatMap(([name, min, max]) => {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value >= min && value <= max))
      return [];
    return [
      issue(
        name,
        `Expected \`${name}\` to be an integer from ${min} to ${max}, got \`${String(value)}\`.`,
      ),
    ];
  });
}

function textIssues(options: SimulatorOptions): Issue[] {
  const { clock, basePath, apiKeys, deploymentPort, port, output, watch, scenario, overlays } =
    options;
  const issues: Issue[] = [];
  if (output !== undefined && typeof output !== "function") {
    issues.push(
      issue("output", `Expected \`output\` to be a function, got \`${JSON.stringify(output)}\`.`),
    );
  }
  if (watch === true && !isScenarioFile(scenario ?? "")) {
    issues.push(
      issue(
        "watch",
        `Expected \`scenario\` to be a file where \`watch\` is true, got \`${scenario}\`.`,
      ),
    );
  }
  if (overlays !== undefined && !(Array.isArray(overlays) && overlays.every(isName))) {
    const got = JSON.stringify(overlays);
    issues.push(
      issue("overlays", `Expected \`overlays\` to be a list of names or files, got \`${got}\`.`),
    );
  }
  if (clock !== undefined && parseClockSpec(clock) === undefined) {
    issues.push(issue("clock", `Expected \`clock\` to be ${CLOCK_FORM}, got \`${clock}\`.`));
  }
  if (basePath !== undefined && !/^(\/[\w.~-]+)*\/?$/.test(basePath)) {
    issues.push(
      issue(
        "basePath",
        `Expected \`basePath\` to be a path such as \`/api/v2\`, got \`${basePath}\`.`,
      ),
    );
  }
  for (const key of apiKeys ?? []) {
    if (!/^\S+$/.test(key))
      issues.push(
        issue(
          "apiKeys",
          "Expected each of `apiKeys` to be a text without white space, got one with.",
        ),
      );
  }
  if (deploymentPort !== undefined && deploymentPort !== 0 && deploymentPort === port) {
    issues.push(
      issue(
        "deploymentPort",
        `Expected \`deploymentPort\` to differ from \`port\`, got \`${port}\` for both.`,
      ),
    );
  }
  return issues;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whoever can reach the control API can read what clients sent and change what they are answered. */
function controlIssues({ control, controlToken, host = "127.0.0.1" }: SimulatorOptions): Issue[] {
  if (controlToken !== undefined && !/^[\x21-\x7e]+$/.test(controlToken)) {
    return [
      issue(
        "controlToken",
        "Expected `controlToken` to be a text of visible ASCII characters, got another.",
      ),
    ];
  }
  const isLoopback = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  if (control === false || controlToken !== undefined || isLoopback) return [];
  return [
    issue(
      "controlToken",
      `Expected \`controlToken\` to be given, since other machines may reach \`${host}\`: whoever reaches the control API steers the simulator. Give one, or turn the control API off with \`control: false\`.`,
    ),
  ];
}

function issue(path: string, message: string): Issue {
  return { path, message };
}
