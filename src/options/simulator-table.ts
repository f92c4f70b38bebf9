import type { OutputOf } from "../core/rows/output-of.ts";
import { visibleText } from "../core/visible-text.ts";
import { listForm, objectOf } from "./compound-forms.ts";
import {
  API_KEY,
  BASE_PATH,
  CLOCK,
  callback,
  countForm,
  DURATION,
  FLAG,
  HOST_NAME,
  integer,
  OFF_FLAG,
  PEM,
  PORT,
  size,
  TEXT,
  TOKEN,
} from "./forms.ts";
import type { Command, DefaultedRow, OptionRow } from "./option-row.ts";
import type { OnExchange, OnNotice, PlainOptions, TlsOptions } from "./options.ts";

/** Options of a simulator that have no value unless one is given. */
export type OpenOption =
  | "seed"
  | "clock"
  | "deploymentPort"
  | "basePath"
  | "tls"
  | "output"
  | "controlToken";

type RowOf<Name extends keyof PlainOptions> = Name extends OpenOption
  ? OptionRow<NonNullable<PlainOptions[Name]>>
  : DefaultedRow<NonNullable<PlainOptions[Name]>>;

const SIMULATORS: readonly Command[] = ["start", "demo", "exec"];
const SERVERS: readonly Command[] = ["start", "exec"];
/** The commands that depend on a scenario and a spec. */
const SPECS: readonly Command[] = [...SIMULATORS, "spec", "assumptions"];

const MIB = 1024 ** 2;

/** Room for the sandboxes that are never dropped, and for one with a small job. */
const MIN_SANDBOX_BYTES: number = 100 * 1024;

/** Default port of `start`. */
export const START_PORT = 4010;

/** Default time that responses in progress have to finish when `start` stops, in milliseconds. */
export const START_DRAIN_MS = 5000;

/** Every option of `startSimulator`, in the order of the documentation. */
export const SIMULATOR_TABLE: { readonly [Name in keyof PlainOptions]-?: RowOf<Name> } = {
  scenario: {
    form: TEXT,
    about: "scenario to play: the name of a built-in one, or a YAML file",
    flag: "scenario",
    placeholder: "NAME|FILE",
    commands: SPECS,
    isInProjectFile: true,
    path: "shipped name or file",
    fallback: "happy-path",
  },
  overlays: {
    form: listForm(TEXT),
    about: "apply an OpenAPI Overlay: the name of a shipped one, or a file; repeatable",
    flag: "overlay",
    placeholder: "NAME|FILE",
    commands: SPECS,
    isInProjectFile: true,
    path: "shipped name or file",
    shapesResponses: true,
    fallback: [],
  },
  port: {
    form: PORT,
    about: "port to listen on; 0 picks a free port",
    flag: "port",
    placeholder: "N",
    commands: SIMULATORS,
    fallback: 0,
    fallbackText: `${START_PORT} for start, otherwise 0`,
  },
  clock: {
    form: CLOCK,
    about: "real, a speed such as 60x, manual, poll, poll:next, or a step such as poll:5s",
    flag: "clock",
    placeholder: "CLOCK",
    commands: SIMULATORS,
    isInProjectFile: true,
    fallbackText: "the scenario's, or real",
  },
  seed: {
    form: integer("an integer"),
    about: "seed of all random values",
    flag: "seed",
    placeholder: "N",
    commands: SIMULATORS,
    isInProjectFile: true,
    fallbackText: "the scenario's, or 1",
  },
  host: {
    form: TEXT,
    about: "address to listen on",
    flag: "host",
    placeholder: "ADDRESS",
    commands: SERVERS,
    fallback: "127.0.0.1",
  },
  allowedHosts: {
    form: listForm(HOST_NAME),
    about:
      "serve this host name, besides loopback ones; repeatable; only an address that other machines can reach serves all by default",
    flag: "allow-host",
    placeholder: "NAME",
    commands: SERVERS,
    fallback: [],
  },
  apiKeys: {
    form: listForm(API_KEY),
    about: "accept only this key; repeatable",
    flag: "api-key",
    placeholder: "KEY",
    commands: SERVERS,
    fallback: [],
    fallbackText: "any key",
  },
  deploymentPort: {
    form: PORT,
    about: "serve the deployment's operations at their own port; 0 picks a free port",
    flag: "deployment-port",
    placeholder: "N",
    commands: SERVERS,
    shapesResponses: true,
    fallbackText: "the same port",
  },
  basePath: {
    form: BASE_PATH,
    about: "path before the operations of the base URL, such as /api/v2",
    flag: "base-path",
    placeholder: "PATH",
    commands: SERVERS,
    shapesResponses: true,
    fallbackText: "the path in the spec's `servers`",
  },
  maxBodyBytes: {
    form: size(1),
    about: "maximum request body size",
    flag: "max-body",
    placeholder: "SIZE",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 256 * MIB,
  },
  maxDownloadBytes: {
    form: size(1),
    about: "maximum size of a file that is fetched from an input URL",
    flag: "max-download",
    placeholder: "SIZE",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 1024 * MIB,
  },
  fetchTimeoutMs: {
    form: integer("an integer number of milliseconds from 1 to 2147483647", 1, 2_147_483_647),
    about: "maximum duration of fetching an input URL, in wall-clock milliseconds",
    commands: [],
    fallback: 30_000,
  },
  requestTimeoutMs: {
    form: DURATION,
    about: "maximum time without data while a request's body arrives; 0 is unlimited",
    flag: "request-timeout",
    placeholder: "DURATION",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 60_000,
  },
  drainMs: {
    form: DURATION,
    about: "time that responses in progress have to finish when the simulator stops",
    flag: "drain",
    placeholder: "DURATION",
    commands: SERVERS,
    fallback: 0,
    fallbackText: "5s for start, otherwise 0",
  },
  maxSandboxes: {
    form: countForm(1_000_000),
    about: "maximum number of sandboxes; beyond it, the least recently used ones are dropped",
    flag: "max-sandboxes",
    placeholder: "N",
    commands: SERVERS,
    fallback: 1000,
  },
  maxSandboxBytes: {
    form: size(MIN_SANDBOX_BYTES),
    about:
      "maximum total size of all sandboxes (approximate); beyond it, the least recently used ones are dropped",
    flag: "max-sandbox-bytes",
    placeholder: "SIZE",
    commands: SERVERS,
    fallback: 1024 * MIB,
  },
  maxSchemaSteps: {
    form: countForm(1_000_000_000_000),
    about:
      "maximum number of steps to work out a JSON Schema, counted the same on every machine; a million take about a second",
    flag: "max-schema-steps",
    placeholder: "N",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 1_200_000,
  },
  maxJournalExchanges: {
    form: countForm(10_000_000),
    about:
      "maximum number of exchanges in a sandbox's journal; beyond it, the oldest are discarded",
    flag: "max-journal-exchanges",
    placeholder: "N",
    commands: SERVERS,
    fallback: 10_000,
  },
  maxJournalBytes: {
    form: size(1),
    about: "maximum size of a sandbox's journal (approximate)",
    flag: "max-journal-bytes",
    placeholder: "SIZE",
    commands: SERVERS,
    fallback: 64 * MIB,
  },
  cors: {
    form: FLAG,
    about: "allow browsers of any origin",
    flag: "cors",
    commands: ["start"],
    fallback: false,
  },
  watch: {
    form: FLAG,
    about: "reload the scenario's file when it changes; existing jobs are unaffected",
    flag: "watch",
    commands: ["start"],
    fallback: false,
  },
  control: {
    form: OFF_FLAG,
    about: "turn off the control API under /_sim",
    flag: "no-control",
    commands: ["start"],
    fallback: true,
  },
  controlToken: {
    form: TOKEN,
    about:
      "token that requests to the control API must send; required if other machines can reach the host",
    flag: "control-token",
    placeholder: "TOKEN",
    commands: ["start", "exec", "report"],
  },
  tls: {
    form: objectOf<TlsOptions>({ cert: PEM, key: PEM }, ["cert", "key"]),
    about: "serve https with this certificate and key, as `{ cert, key }` in PEM format",
    commands: [],
  },
  output: {
    form: callback<OutputOf>(),
    about: "decides outputs in place of the generator; must be pure and synchronous",
    commands: [],
  },
  onExchange: {
    form: callback<OnExchange>(),
    about: "called after each exchange",
    commands: [],
    fallback: () => {},
    fallbackText: "",
  },
  onNotice: {
    form: callback<OnNotice>(),
    about: "called with messages from the simulator itself",
    commands: [],
    fallback: (notice) => process.stderr.write(`${visibleText(notice)}\n`),
    fallbackText: "prints them to standard error",
  },
};
