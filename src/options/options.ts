import type { ClockText } from "../core/clock-spec.ts";
import type { Exchange } from "../core/exchange.ts";
import type { OutputOf } from "../core/rows/row.ts";
import type { ScenarioSource } from "../core/scenario-source.ts";

/** Key and certificate for https, in PEM format. */
export type TlsOptions = { readonly cert: string; readonly key: string };

/**
 * Called after each exchange, with the name and the title of its sandbox. If the sandbox has no
 * title, its name is passed twice.
 */
export type OnExchange = (exchange: Exchange, sandboxName: string, title: string) => void;

/** Called with a message from the simulator itself. */
export type OnNotice = (notice: string) => void;

/** Options for starting a simulator. All of them have defaults. */
export type SimulatorOptions = {
  /**
   * Name of a built-in scenario, path of a YAML file, YAML text, or the same content as an object.
   * Default `happy-path`.
   */
  readonly scenario?: ScenarioSource;
  /**
   * A scenario to apply over each sandbox's own: the name of a built-in scenario, or the path of a
   * YAML file. Its faults and rows come first; its assumptions and the parts of its first profile
   * replace the sandbox's; its seed and clock are ignored.
   */
  readonly over?: string;
  /** Reloads the scenario's file when it changes. Existing jobs are unaffected. Default false. */
  readonly watch?: boolean;
  /** Public batch API to serve, such as `anthropic`. Default: the interface document's own API. */
  readonly api?: "anthropic" | "gemini" | "groq" | "mistral" | "openai";
  /**
   * OpenAPI Overlays to apply to the interface document, in order: files, or names of shipped
   * overlays. Default none.
   */
  readonly overlays?: readonly string[];
  /** Seed for all random values; an integer. Default: the scenario's seed, or 1. */
  readonly seed?: number;
  /**
   * `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`.
   * Default: the scenario's clock, or `real`.
   */
  readonly clock?: ClockText;
  /** Port to listen on, 0 to 65535; 0, the default, picks a free port. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /**
   * Host names and addresses, without ports, that requests may use in addition to loopback
   * addresses. Default: none if `host` is a loopback address, otherwise all.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * The only API keys to accept, in visible ASCII characters. By default, every key is accepted and
   * has its own sandbox.
   */
  readonly apiKeys?: readonly string[];
  /**
   * Serves the deployment's operations on their own port; 0 picks a free port. By default, they
   * share the port of the other operations.
   */
  readonly deploymentPort?: number;
  /**
   * Path prefix of the operations at `baseUrl`, such as `/api/v2`; `/` for none. Default: the path
   * in the spec's `servers`.
   */
  readonly basePath?: string;
  /** Allows browsers to send requests from any origin (CORS). Default false. */
  readonly cors?: boolean;
  /** Serves https instead of http. */
  readonly tls?: TlsOptions;
  /** Maximum request body size in bytes, at least 1. Default 256 MiB. */
  readonly maxBodyBytes?: number;
  /** Maximum size in bytes of a file fetched from an input URL, at least 1. Default 1 GiB. */
  readonly maxDownloadBytes?: number;
  /** Maximum number of inputs per job, 1 to 1,000,000,000. Default 10,000,000. */
  readonly maxRows?: number;
  /**
   * Maximum total size of a job's decoded inputs in bytes, at least 1; large inputs are stored on
   * disk. Default 4 GiB.
   */
  readonly maxDecodedBytes?: number;
  /** Maximum time to fetch an input URL, in wall-clock milliseconds, at least 1. Default 30,000. */
  readonly fetchTimeoutMs?: number;
  /**
   * Maximum time without data while a request's body arrives, in wall-clock milliseconds; 0 is
   * unlimited. Default 60,000.
   */
  readonly requestTimeoutMs?: number;
  /**
   * Time, in wall-clock milliseconds, that responses in progress have to finish after `close()`.
   * Default 0, which cuts them off.
   */
  readonly drainMs?: number;
  /**
   * Determines outputs instead of the generator; return undefined to leave a row to the generator.
   * The function must be pure and synchronous: outputs are not stored, so each download calls it.
   *
   * @example
   * await startSimulator({ output: ({ input }) => (input === "ping" ? "pong" : undefined) });
   */
  readonly output?: OutputOf;
  /** Serves the control API under `/_sim`. Default true. */
  readonly control?: boolean;
  /**
   * Token that requests to the control API must send in the header `x-sim-control-token`. Required
   * unless `host` is a loopback address.
   */
  readonly controlToken?: string;
  /**
   * Maximum number of sandboxes, 1 to 1,000,000. Beyond it, the least recently used sandbox is
   * dropped. While all are in use, no more are created. Default 1,000.
   */
  readonly maxSandboxes?: number;
  /**
   * Maximum total size of all sandboxes in memory in bytes (approximate), at least 100 KiB; beyond
   * it, the least recently used sandboxes are dropped. Default 1 GiB.
   */
  readonly maxSandboxBytes?: number;
  /**
   * Maximum total size in bytes of the inputs that sandboxes have on disk, at least 1; beyond it,
   * the least recently used sandboxes are dropped. Default 16 GiB.
   */
  readonly maxSandboxDiskBytes?: number;
  /**
   * Maximum number of steps to compile a JSON Schema, 1 to 10^12. The count is the same on every
   * machine. Default 1,200,000, about a second.
   */
  readonly maxSchemaSteps?: number;
  /**
   * Maximum number of exchanges in a sandbox's journal, 1 to 10,000,000; beyond it, the oldest are
   * discarded. Default 10,000.
   */
  readonly maxJournalExchanges?: number;
  /** Maximum size of a sandbox's journal in bytes (approximate), at least 1. Default 64 MiB. */
  readonly maxJournalBytes?: number;
  /**
   * Where state is stored: `memory`; the path of a SQLite file (`.db`), for one simulator at a
   * time; or the URL of a PostgreSQL database, which several simulators can share. A SQLite file
   * requires Node 22.13 or newer. Default `memory`.
   */
  readonly store?: string;
  /** Called after each exchange. */
  readonly onExchange?: OnExchange;
  /**
   * Called with messages from the simulator itself, such as its own failures. By default, they go
   * to standard error.
   */
  readonly onNotice?: OnNotice;
};

/** Options in which the scenario is a string. */
export type PlainOptions = Omit<SimulatorOptions, "scenario"> & { readonly scenario?: string };
