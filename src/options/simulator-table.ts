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
import { type Command, type OptionRow, rowsOf, SERVERS } from "./option-row.ts";
import type { OnExchange, OnNotice, PlainOptions, TlsOptions } from "./options.ts";

/** The commands that depend on a scenario and a spec. */
const SPECS: readonly Command[] = [...SERVERS, "spec", "assumptions"];
/** The commands that depend on a spec. */
const DOCUMENTS: readonly Command[] = [...SPECS, "record", "verify", "scenarios", "lint"];
/** The commands that simulate jobs. */
const PLAYERS: readonly Command[] = ["start", "demo", "exec", "explore"];

export const API_NAMES = ["anthropic", "gemini", "groq", "mistral", "openai"] as const;

export const START_PORT = 4010;

/** Default time in milliseconds for responses in progress to finish when `start` stops. */
export const START_DRAIN_MS = 5000;

/** Every option of `startSimulator`, in the order of the documentation. */
export const SIMULATOR_TABLE = rowsOf(SERVERS, {
  scenario: {
    form: textForm("NAME|FILE"),
    commands: SPECS,
    isInProjectFile: true,
    path: "shipped name or file",
    fallback: "happy-path",
  },
  over: {
    form: textForm("NAME|FILE"),
    commands: ["start", "exec"],
    path: "shipped name or file",
    shapesResponses: true,
  },
  api: {
    form: { ...oneOf(API_NAMES), placeholder: "NAME" },
    commands: DOCUMENTS,
    isInProjectFile: true,
    shapesResponses: true,
  },
  overlays: {
    form: listForm(textForm("NAME|FILE")),
    flag: "overlay",
    commands: DOCUMENTS,
    isInProjectFile: true,
    path: "shipped name or file",
    shapesResponses: true,
    fallback: [],
  },
  port: {
    form: PORT,
    commands: ["start", "exec", "health"],
    fallback: 0,
  },
  clock: {
    form: CLOCK,
    commands: PLAYERS,
    isInProjectFile: true,
  },
  seed: {
    form: integer("an integer"),
    commands: PLAYERS,
    isInProjectFile: true,
  },
  host: { form: textForm("ADDRESS"), fallback: "127.0.0.1" },
  allowedHosts: {
    form: listForm(HOST_NAME),
    flag: "allow-host",
    fallback: [],
  },
  apiKeys: {
    form: listForm(API_KEY),
    flag: "api-key",
    fallback: [],
  },
  deploymentPort: { form: PORT, shapesResponses: true },
  basePath: { form: BASE_PATH, shapesResponses: true },
  store: {
    form: STORE,
    commands: ["start", "exec", "store"],
    isInProjectFile: true,
    path: "shipped name or file",
    fallback: "memory",
  },
  ...LIMIT_TABLE,
  cors: {
    form: FLAG,
    commands: ["start", "exec"],
    fallback: false,
  },
  watch: {
    form: FLAG,
    commands: ["start"],
    fallback: false,
  },
  control: {
    form: OFF_FLAG,
    flag: "no-control",
    commands: ["start", "health"],
    fallback: true,
  },
  controlToken: { form: TOKEN, commands: ["start", "exec", "explore", "report"] },
  tls: { form: objectOf<TlsOptions>({ cert: PEM, key: PEM }, ["cert", "key"]), commands: [] },
  output: { form: callback<OutputOf>(), commands: [] },
  onExchange: {
    form: callback<OnExchange>(),
    commands: [],
    fallback: () => {},
  },
  onNotice: {
    form: callback<OnNotice>(),
    commands: [],
    fallback: (notice: string) => process.stderr.write(`${visibleText(notice)}\n`),
  },
}) satisfies {
  readonly [Name in keyof PlainOptions]-?: OptionRow<NonNullable<PlainOptions[Name]>>;
};

export type OpenOption = {
  [Name in keyof PlainOptions]-?: (typeof SIMULATOR_TABLE)[Name] extends { fallback: unknown }
    ? never
    : Name;
}[keyof PlainOptions];
