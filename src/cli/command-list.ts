import type { Command } from "../options/option-row.ts";
import { unknownMessage } from "../options/wording.ts";

/** Kinds of files whose JSON Schema `batch-sim schema` can print. */
export const SCHEMA_NAMES = ["scenario", "project", "report", "explore", "verify"] as const;

const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** Checks a command's operands. Returns one sentence per problem. */
type Operands = (command: string, words: readonly string[]) => readonly string[];

const noWords: Operands = (command, words) =>
  words.map((word) => `Expected no arguments after \`${command}\`, got \`${word}\`.`);

/** Accepts any operands, because the command checks them together with its options. */
const anyWords: Operands = () => [];

export const STORE_ACTIONS = ["info", "gc", "backup", "restore", "reset"] as const;

export type StoreAction = (typeof STORE_ACTIONS)[number];

/** The actions that need a backup's path, each with a description of that operand. */
const BACKUP_PLACES: { readonly [Action in StoreAction]?: string } = {
  backup: "the path of a new file or of an existing folder",
  restore: "the path of a backup",
};

const storeWords: Operands = (command, [action = "", ...rest]) => {
  const place = BACKUP_PLACES[action as StoreAction];
  if (place !== undefined) return oneWord(place)(`${command} ${action}`, rest);
  const words = action === "" ? [] : [action, ...rest];
  return knownWord("action", () => STORE_ACTIONS, true)(command, words);
};

/** Each command's check of its operands; the commands are in the order of the help text. */
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

/** The commands' names, in the order of the help text. */
export const COMMAND_NAMES: readonly Command[] = Object.keys(OPERANDS) as Command[];

/** Requires at least one operand; `expected` completes "to be followed by". */
function someWords(expected: string): Operands {
  return (command, words) => (words.length > 0 ? [] : [unfit(command, expected, words)]);
}

/** Requires exactly one operand; `expected` completes "to be followed by". */
function oneWord(expected: string): Operands {
  return (command, words) => (words.length === 1 ? [] : [unfit(command, expected, words)]);
}

/** Accepts one of the `known` words, or no word unless `isRequired`. `noun` describes the words. */
function knownWord(noun: string, known: () => readonly string[], isRequired: boolean): Operands {
  return (command, words) => {
    const expected = `one ${noun} (${known().join(", ")})`;
    const [word] = words;
    if (word === undefined && !isRequired) return [];
    if (word === undefined || words.length > 1) return [unfit(command, expected, words)];
    return known().includes(word) ? [] : [unknownMessage(noun, word, known())];
  };
}

function subcommand(name: string, operands: Operands): Operands {
  return (command, [first, ...rest]) => {
    if (first === undefined) return [];
    if (first === name) return operands(`${command} ${name}`, rest);
    return [unknownMessage("command", `${command} ${first}`, [`${command} ${name}`])];
  };
}

function unfit(command: string, expected: string, words: readonly string[]): string {
  const got = words.length === 0 ? "nothing" : `\`${words.join(" ")}\``;
  return `Expected \`${command}\` to be followed by ${expected}, got ${got}.`;
}
