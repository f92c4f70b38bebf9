import type { FailOn } from "../findings/report/fails.ts";
import { MIN_SANDBOX_BYTES } from "../state/min-sandbox-bytes.ts";
import { ENV_NAME, ENV_SOURCES, type EnvName } from "./env-name.ts";
import {
  API_KEY,
  BASE_PATH,
  CLOCK,
  COUNT,
  FLAG,
  INTEGER,
  oneOf,
  PORT,
  SHARE,
  SIZE,
  sizeFrom,
  TEXT,
  TOKEN,
} from "./option-forms.ts";
import { type Command, type OptionRow, row } from "./option-row.ts";

/** Everything that can be set on the command line; undefined where it isn't. */
export type Options = {
  readonly scenario: string | undefined;
  readonly overlay: readonly string[] | undefined;
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly clock: string | undefined;
  readonly seed: number | undefined;
  readonly apiKey: readonly string[] | undefined;
  readonly deploymentPort: number | undefined;
  readonly basePath: string | undefined;
  readonly cors: boolean | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  readonly exitWithParent: boolean | undefined;
  readonly maxBody: number | undefined;
  readonly maxDownload: number | undefined;
  readonly maxSandboxes: number | undefined;
  readonly maxSandboxBytes: number | undefined;
  readonly maxJournalExchanges: number | undefined;
  readonly maxJournalBytes: number | undefined;
  readonly log: "pretty" | "json" | "silent" | undefined;
  readonly json: boolean | undefined;
  readonly watch: boolean | undefined;
  readonly noControl: boolean | undefined;
  readonly controlToken: string | undefined;
  readonly out: string | undefined;
  readonly config: string | undefined;
  readonly env: readonly EnvName[] | undefined;
  readonly failOn: FailOn | undefined;
  readonly strict: boolean | undefined;
  readonly minCoverage: number | undefined;
  readonly reportDir: string | undefined;
};

const WORLD: readonly Command[] = ["start", "demo", "exec"];
const SERVERS: readonly Command[] = ["start", "exec"];
const JUDGES: readonly Command[] = ["exec", "report"];
/** Commands that play a scenario on a document, or say what that comes to. */
const STORIES: readonly Command[] = [...WORLD, "spec", "assumptions"];

/** Port of `start` where none is given. */
export const DEFAULT_PORT = 4010;

/** Folder of `demo` where none is given. */
export const DEFAULT_OUT = "batch-sim-demo";

/** Every option of the command line, in the order of the help text. */
export const OPTION_TABLE: { readonly [Key in keyof Options]: OptionRow<Options[Key]> } = {
  scenario: row("scenario", "NAME|FILE", TEXT, {
    about: "the story to play: a built-in one or a YAML file",
    fallback: "happy-path",
    commands: STORIES,
  }),
  overlay: row("overlay", "NAME|FILE", TEXT, {
    about:
      "change the service's document by an OpenAPI Overlay: a shipped one or a file; repeatable",
    isList: true,
    commands: STORIES,
  }),
  port: row("port", "N", PORT, {
    about: "port to listen on; 0 is any free one, as for demo and exec",
    fallback: String(DEFAULT_PORT),
    commands: WORLD,
  }),
  host: row("host", "ADDRESS", TEXT, {
    about: "address to listen on",
    fallback: "127.0.0.1",
    commands: SERVERS,
  }),
  clock: row("clock", "CLOCK", CLOCK, {
    about: "real, a speed such as 60x, manual, poll, poll:next or a step such as poll:5s",
    fallback: "the scenario's, else real",
    commands: WORLD,
  }),
  seed: row("seed", "N", INTEGER, {
    about: "seed of all that is drawn",
    fallback: "the scenario's, else 1",
    commands: WORLD,
  }),
  apiKey: row("api-key", "KEY", API_KEY, {
    about: "a key that is accepted, and no other then; repeatable",
    fallback: "any key",
    isList: true,
    commands: SERVERS,
  }),
  deploymentPort: row("deployment-port", "N", PORT, {
    about: "serve the deployment's operations at a port of their own",
    fallback: "the same port",
    commands: SERVERS,
  }),
  basePath: row("base-path", "PATH", BASE_PATH, {
    about: "path before the base address's operations, such as /api/v2",
    commands: SERVERS,
  }),
  cors: row("cors", "", FLAG, { about: "answer browsers of any origin" }),
  tlsCert: row("tls-cert", "FILE", TEXT, { about: "serve https with this certificate (PEM)" }),
  tlsKey: row("tls-key", "FILE", TEXT, { about: "the certificate's key (PEM)" }),
  exitWithParent: row("exit-with-parent", "", FLAG, {
    about: "end when standard input closes, so that a killed test runner leaves no orphan",
  }),
  maxBody: row("max-body", "SIZE", SIZE, {
    about: "the most that a request's body may have",
    fallback: "256mb",
    commands: SERVERS,
  }),
  maxDownload: row("max-download", "SIZE", SIZE, {
    about: "the most that a URL given as inputs may have",
    fallback: "1gb",
    commands: SERVERS,
  }),
  maxSandboxes: row("max-sandboxes", "N", COUNT, {
    about:
      "the most sandboxes that are kept; of more, those unused for the longest time are dropped",
    fallback: "1000",
    commands: SERVERS,
  }),
  maxSandboxBytes: row("max-sandbox-bytes", "SIZE", sizeFrom(MIN_SANDBOX_BYTES), {
    about: "the most that all sandboxes together may hold, roughly; beyond, the same are dropped",
    fallback: "1gb",
    commands: SERVERS,
  }),
  maxJournalExchanges: row("max-journal-exchanges", "N", COUNT, {
    about: "the most exchanges that the journal of a sandbox keeps; the oldest go first",
    fallback: "10000",
    commands: SERVERS,
  }),
  maxJournalBytes: row("max-journal-bytes", "SIZE", SIZE, {
    about: "the most that the journal of a sandbox may hold, roughly",
    fallback: "64mb",
    commands: SERVERS,
  }),
  log: row("log", "pretty|json|silent", oneOf("pretty", "json", "silent"), {
    about: "how requests are logged",
    fallback: "pretty",
  }),
  json: row("json", "", FLAG, {
    about:
      "start: print one line of JSON once requests are answered, the log to standard error; else: print JSON",
    commands: ["start", "spec", "assumptions"],
  }),
  watch: row("watch", "", FLAG, {
    about: "load the scenario's file anew when it changes; jobs already submitted stay as they are",
  }),
  noControl: row("no-control", "", FLAG, { about: "serve no control API under /_sim" }),
  controlToken: row("control-token", "TOKEN", TOKEN, {
    about:
      "what requests to the control API must bring; required where other machines reach the host",
    commands: ["start", "exec", "report"],
  }),
  out: row("out", "DIR", TEXT, {
    about: "folder for the downloads",
    fallback: DEFAULT_OUT,
    commands: ["demo"],
  }),
  config: row("config", "FILE", TEXT, {
    about: "the project file",
    fallback: "batch-sim.yaml, where there is one",
    commands: ["exec"],
  }),
  env: row("env", "NAME=WHAT", ENV_NAME, {
    about: `set a variable of the command to one of ${ENV_SOURCES.join(", ")}; repeatable`,
    isList: true,
    commands: ["exec"],
  }),
  failOn: row("fail-on", "SEVERITY", oneOf("error", "warning", "never"), {
    about: "error, warning or never: from which findings on to exit with 3",
    fallback: "error",
    commands: JUDGES,
  }),
  strict: row("strict", "", FLAG, {
    about: "take warnings for problems (lint), infos for warnings (exec, report)",
    commands: ["exec", "report", "lint"],
  }),
  minCoverage: row("min-coverage", "SHARE", SHARE, {
    about: "exit with 3 where less than such a share was covered, such as 60%",
    commands: JUDGES,
  }),
  reportDir: row("report-dir", "DIR", TEXT, {
    about: "folder for report.json, junit.xml and report.html",
    commands: JUDGES,
  }),
};
