import type { Command } from "../options/option-row.ts";
import {
  anyWords,
  knownWord,
  type Operands,
  oneWord,
  someWords,
  storeWords,
  subcommand,
} from "./operands.ts";

/** The files that have a JSON Schema, by the names that `batch-sim schema` takes. */
export const SCHEMA_NAMES = ["scenario", "project", "report", "explore", "verify"] as const;

const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

type CommandRow = {
  /** After `batch-sim`. */
  readonly usage: string;
  /** One line without a period. */
  readonly about: string;
  readonly examples: readonly string[];
  /** Default: none. */
  readonly operands?: Operands;
};

/** Every command, in the order of the help text. */
export const COMMANDS: { readonly [Name in Command]: CommandRow } = {
  start: {
    usage: "[start] [options]",
    about: "serve the simulated service until Ctrl+C",
    examples: ["batch-sim", "batch-sim start --scenario slow-job --clock 60x"],
  },
  demo: {
    usage: "demo [options]",
    about: "run a job from submission to three downloads, and show the results",
    examples: ["batch-sim demo", "batch-sim demo --seed 2 --out results"],
  },
  exec: {
    usage: "exec [options] -- COMMAND…",
    about: "run a client's tests against the simulator, and report what the client did wrong",
    examples: [
      "batch-sim exec --clock poll -- npm test",
      "batch-sim exec --clock poll --env MY_SDK_URL=base_url --fail-on warning -- pytest",
    ],
    operands: someWords("`--` and a command, such as `npm test`"),
  },
  explore: {
    usage: "explore [options] -- COMMAND…",
    about: "run a client's tests once for each thing that can go wrong, and show what they survive",
    examples: [
      "batch-sim explore --budget 5m -- npm test",
      "batch-sim explore --keep fails-midway",
    ],
    operands: anyWords,
  },
  record: {
    usage: "record --target URL [options] -- COMMAND…",
    about: "pass a client's requests on to the real service, and turn the run into a scenario",
    examples: [
      "batch-sim record --target https://api.example.com --out recording -- python nightly_job.py",
    ],
    operands: someWords("`--` and a command, such as `python nightly_job.py`"),
  },
  verify: {
    usage: "verify --against URL --api-key-from NAME [options]",
    about: "compare the simulator with the real service, and write an overlay for the differences",
    examples: [
      "batch-sim verify --against https://api.example.com --api-key-from SERVICE_KEY --write verified.yaml",
      "batch-sim verify --against-trace recording/trace.ndjson --overlay verified.yaml",
    ],
  },
  report: {
    usage: "report [options] URL",
    about: "the same report from a running simulator",
    examples: ["batch-sim report http://127.0.0.1:4010"],
    operands: oneWord("the simulator's URL"),
  },
  health: {
    usage: "health [options]",
    about: "exit with 0 if the simulator at a port of this machine is ready, and otherwise with 1",
    examples: ["batch-sim health --port 8080"],
  },
  show: {
    usage: "show TRACE",
    about: "open a trace that exec or report has written, in a browser",
    examples: ["batch-sim show batch-sim-report/trace.ndjson"],
    operands: oneWord("the path of a trace, such as `trace.ndjson`"),
  },
  init: {
    usage: "init [--api]",
    about: "write a scenario, a project file, and a GitHub workflow to start from",
    examples: ["batch-sim init", "batch-sim init --api"],
  },
  scenarios: {
    usage: "scenarios [show NAME]",
    about: "list the built-in scenarios, or print one",
    examples: ["batch-sim scenarios", "batch-sim scenarios show cancel-404 > my-scenario.yaml"],
    operands: subcommand("show", oneWord("the name of a built-in scenario")),
  },
  lint: {
    usage: "lint NAME|FILE...",
    about: "check scenarios",
    examples: ["batch-sim lint my-scenario.yaml"],
    operands: someWords("a scenario file"),
  },
  spec: {
    usage: "spec [options]",
    about: "print the spec: the OpenAPI document in effect",
    examples: ["batch-sim spec --overlay client-sdk > openapi.yaml"],
  },
  overlays: {
    usage: "overlays",
    about: "list the shipped OpenAPI Overlays",
    examples: ["batch-sim overlays"],
  },
  assumptions: {
    usage: "assumptions [options]",
    about: "list what the interface document leaves open, and the values in effect",
    examples: ["batch-sim assumptions --overlay client-sdk"],
  },
  schema: {
    usage: `schema ${SCHEMA_NAMES.join("|")}`,
    about:
      "print the JSON Schema of scenario files, project files, reports, explorations, or verifications",
    examples: ["batch-sim schema scenario > scenario.schema.json"],
    operands: knownWord("schema", () => SCHEMA_NAMES, true),
  },
  store: {
    usage: "store info|gc|backup FILE|restore FILE|reset --store FILE.db|URL",
    about:
      "show what a store holds, delete what it no longer needs, back it up, restore it, or delete everything in it",
    examples: [
      "batch-sim store info --store batch-sim.db",
      "batch-sim store backup monday.db --store batch-sim.db",
    ],
    operands: storeWords,
  },
  completion: {
    usage: `completion ${SHELLS.join("|")}`,
    about: "print a script with which a shell completes commands, options, and names",
    examples: ["batch-sim completion fish > batch-sim.fish"],
    operands: knownWord("shell", () => SHELLS, true),
  },
  help: {
    usage: "help [COMMAND]",
    about: "print the commands, or one command's options",
    examples: ["batch-sim help exec"],
    operands: knownWord("command", () => COMMAND_NAMES, false),
  },
};

/** Names of all commands, in the order of the help text. */
export const COMMAND_NAMES: readonly Command[] = Object.keys(COMMANDS) as Command[];
