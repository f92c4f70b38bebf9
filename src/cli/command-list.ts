import type { Command } from "../options/option-row.ts";
import {
  anyWords,
  knownWord,
  noWords,
  type Operands,
  oneWord,
  someWords,
  storeWords,
  subcommand,
} from "./operands.ts";

/** The files that have a JSON Schema, by the names that `batch-sim schema` accepts. */
export const SCHEMA_NAMES = ["scenario", "project", "report", "explore", "verify"] as const;

const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** Checks the operands of each command; the commands are in the order of the help text. */
export const OPERANDS: { readonly [Name in Command]: Operands } = {
  start: noWords,
  demo: noWords,
  exec: someWords("`--` and a command, such as `npm test`"),
  explore: anyWords,
  record: someWords("`--` and a command, such as `python nightly_job.py`"),
  verify: noWords,
  report: oneWord("the simulator's URL"),
  health: noWords,
  show: oneWord("the path of a trace, such as `trace.ndjson`"),
  init: noWords,
  scenarios: subcommand("show", oneWord("the name of a built-in scenario")),
  lint: someWords("a scenario file"),
  spec: noWords,
  overlays: noWords,
  assumptions: noWords,
  schema: knownWord("schema", () => SCHEMA_NAMES, true),
  store: storeWords,
  completion: knownWord("shell", () => SHELLS, true),
  help: knownWord("command", () => COMMAND_NAMES, false),
};

/** Names of all commands, in the order of the help text. */
export const COMMAND_NAMES: readonly Command[] = Object.keys(OPERANDS) as Command[];
