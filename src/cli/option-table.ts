import type { FailOn } from "../contract/fails.ts";
import { ENV_NAME, ENV_SOURCES, type EnvName } from "./env-name.ts";
import {
  API_KEY,
  BASE_PATH,
  CLOCK,
  FLAG,
  type Form,
  INTEGER,
  oneOf,
  PORT,
  SHARE,
  SIZE,
  TEXT,
  TOKEN,
} from "./option-forms.ts";

/** What the program can be told to do. */
export type Command =
  | "start"
  | "demo"
  | "exec"
  | "report"
  | "scenarios"
  | "lint"
  | "spec"
  | "overlays"
  | "assumptions";

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

type ItemOf<Value> = NonNullable<Value> extends readonly (infer Item)[] ? Item : NonNullable<Value>;

/** One option: all that help, parser and documentation know of it. */
export type OptionRow<Value = unknown> = {
  /** On the command line, after `--`. */
  readonly name: string;
  /** Stands for the value in the help text; empty for a flag. */
  readonly form: string;
  /** One line. */
  readonly about: string;
  /** As the help text shows it; empty where there is none. */
  readonly fallback: string;
  /** Whether it may be given more than once, and holds a list. */
  readonly isList: boolean;
  readonly commands: readonly Command[];
  readonly value: Form<ItemOf<Value>>;
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

type RowDetails = {
  readonly about: string;
  readonly fallback?: string;
  readonly isList?: boolean;
  readonly commands?: readonly Command[];
};

function row<Item>(name: string, form: string, value: Form<Item>, details: RowDetails) {
  return {
    name,
    form,
    value,
    fallback: "",
    isList: false,
    commands: ["start"] as const,
    ...details,
  };
}

/** Name of the environment variable that sets an option. */
export function envName({ name }: Pick<OptionRow, "name">): string {
  return `BATCH_SIM_${name.replaceAll("-", "_").toUpperCase()}`;
}
