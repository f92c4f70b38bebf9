import type { OutputOf } from "../core/rows/row.ts";
import { visibleText } from "../core/visible-text.ts";
import { listForm, objectOf } from "./form.ts";
import {
  API_KEY,
  BASE_PATH,
  CLOCK,
  callback,
  FLAG,
  HOST_NAME,
  integer,
  OFF_FLAG,
  oneOf,
  PEM,
  PORT,
  STORE,
  TOKEN,
  textForm,
} from "./forms.ts";
import { LIMIT_TABLE } from "./limit-table.ts";
import { type Command, type DefaultedRow, type OptionRow, rowsOf, SERVERS } from "./option-row.ts";
import type { OnExchange, OnNotice, PlainOptions, TlsOptions } from "./options.ts";

/** Options of a simulator that have no value unless one is given. */
export type OpenOption =
  | "over"
  | "api"
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

/** The commands that depend on a scenario and a spec. */
const SPECS: readonly Command[] = [...SERVERS, "spec", "assumptions"];
/** The commands that depend on a spec only. */
const DOCUMENTS: readonly Command[] = [...SPECS, "record", "verify", "scenarios", "lint"];
/** The commands that play a job. */
const PLAYERS: readonly Command[] = ["start", "demo", "exec", "explore"];

/** The APIs that ship as overlays. */
export const API_NAMES = ["anthropic", "gemini", "groq", "mistral", "openai"] as const;

export const START_PORT = 4010;

/** Default time that responses in progress have to finish when `start` stops, in milliseconds. */
export const START_DRAIN_MS = 5000;

/** Every option of `startSimulator`, in the order of the documentation. */
export const SIMULATOR_TABLE: { readonly [Name in keyof PlainOptions]-?: RowOf<Name> } = rowsOf(
  SERVERS,
  {
    scenario: {
      form: textForm("NAME|FILE"),
      about: "scenario to play: the name of a built-in one, or a YAML file",
      commands: SPECS,
      isInProjectFile: true,
      path: "shipped name or file",
      fallback: "happy-path",
    },
    over: {
      form: textForm("NAME|FILE"),
      about:
        "scenario to apply over each sandbox's own: the name of a built-in one, or a YAML file",
      commands: ["start", "exec"],
      path: "shipped name or file",
      shapesResponses: true,
    },
    api: {
      form: { ...oneOf(API_NAMES), placeholder: "NAME" },
      about: `serve another public batch API: ${API_NAMES.join(", ")}`,
      commands: DOCUMENTS,
      isInProjectFile: true,
      shapesResponses: true,
      fallbackText: "the interface document's",
    },
    overlays: {
      form: listForm(textForm("NAME|FILE")),
      about: "apply an OpenAPI Overlay: the name of a shipped one, or a file; repeatable",
      flag: "overlay",
      commands: DOCUMENTS,
      isInProjectFile: true,
      path: "shipped name or file",
      shapesResponses: true,
      fallback: [],
    },
    port: {
      form: PORT,
      about: "port to listen on; 0 picks a free port",
      commands: ["start", "exec", "health"],
      fallback: 0,
      fallbackText: `${START_PORT} for start and health, otherwise 0`,
    },
    clock: {
      form: CLOCK,
      about: "real, a speed such as 60x, manual, poll, poll:next, or a step such as poll:5s",
      commands: PLAYERS,
      isInProjectFile: true,
      fallbackText: "the scenario's, or real; poll for explore",
    },
    seed: {
      form: integer("an integer"),
      about: "seed of all random values",
      commands: PLAYERS,
      isInProjectFile: true,
      fallbackText: "the scenario's, or 1",
    },
    host: {
      form: textForm("ADDRESS"),
      about: "address to listen on",
      fallback: "127.0.0.1",
    },
    allowedHosts: {
      form: listForm(HOST_NAME),
      about:
        "serve this host name, besides loopback ones; repeatable; only an address that other machines can reach serves all by default",
      flag: "allow-host",
      fallback: [],
    },
    apiKeys: {
      form: listForm(API_KEY),
      about:
        "accept only this key, such as team-a=KEY with a name that logs and reports show; repeatable",
      flag: "api-key",
      fallback: [],
      fallbackText: "any key",
    },
    deploymentPort: {
      form: PORT,
      about: "serve the deployment's operations at their own port; 0 picks a free port",
      shapesResponses: true,
      fallbackText: "the same port",
    },
    basePath: {
      form: BASE_PATH,
      about: "path before the operations of the base URL, such as /api/v2",
      shapesResponses: true,
      fallbackText: "the path in the spec's `servers`",
    },
    store: {
      form: STORE,
      about: "where everything is kept: memory, a SQLite file, or a PostgreSQL database",
      commands: ["start", "exec", "store"],
      isInProjectFile: true,
      path: "shipped name or file",
      fallback: "memory",
    },
    ...LIMIT_TABLE,
    cors: {
      form: FLAG,
      about: "allow browsers of any origin",
      commands: ["start"],
      fallback: false,
    },
    watch: {
      form: FLAG,
      about: "reload the scenario's file when it changes; existing jobs are unaffected",
      commands: ["start"],
      fallback: false,
    },
    control: {
      form: OFF_FLAG,
      about: "turn off the control API under /_sim",
      flag: "no-control",
      commands: ["start", "health"],
      fallback: true,
    },
    controlToken: {
      form: TOKEN,
      about:
        "token that requests to the control API must send; if other machines can reach the host, start generates a missing one, and other commands require it",
      commands: ["start", "exec", "explore", "report"],
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
      fallback: (notice: string) => process.stderr.write(`${visibleText(notice)}\n`),
      fallbackText: "prints them to standard error",
    },
  },
);
