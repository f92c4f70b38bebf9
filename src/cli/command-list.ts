import type { Command } from "../options/option-row.ts";

/** What the help text and the parser know about a command. */
export type CommandRow = {
  /** After `batch-sim`. */
  readonly usage: string;
  /** One line without a period. */
  readonly about: string;
  /** What has to follow the command; a command without it takes no words. */
  readonly operands?: string;
};

/** Every command, in the order of the help text. */
export const COMMANDS: { readonly [Name in Command]: CommandRow } = {
  start: { usage: "[start] [options]", about: "serve the simulated service until Ctrl+C" },
  demo: {
    usage: "demo [options]",
    about: "run a job from submission to three downloads, and show the results",
  },
  exec: {
    usage: "exec [options] -- COMMAND…",
    about: "run a client's tests against the simulator, and report what the client did wrong",
    operands: "`--` and a command, such as `npm test`",
  },
  report: {
    usage: "report [options] URL",
    about: "the same report from a running simulator",
    operands: "the simulator's URL",
  },
  scenarios: { usage: "scenarios", about: "list the built-in scenarios" },
  lint: {
    usage: "lint NAME|FILE...",
    about: "check scenarios",
    operands: "a scenario file",
  },
  spec: { usage: "spec [options]", about: "print the spec: the OpenAPI document in effect" },
  overlays: { usage: "overlays", about: "list the shipped OpenAPI Overlays" },
  assumptions: {
    usage: "assumptions [options]",
    about: "list what the interface document leaves open, and the values in effect",
  },
};

/** Names of all commands, in the order of the help text. */
export const COMMAND_NAMES: readonly Command[] = Object.keys(COMMANDS) as Command[];
