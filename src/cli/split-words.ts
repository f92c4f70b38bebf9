import { parseArgs } from "node:util";
import { OPTION_ROWS } from "../options/option-table.ts";

/**
 * An option on the command line; `rawName` is how it was written, and `inlineValue` whether its
 * value follows a `=`.
 */
export type OptionToken = {
  readonly kind: "option";
  readonly index: number;
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
};

/** A piece of the command line; `index` is its position among the arguments. */
export type Token =
  | OptionToken
  | { readonly kind: "positional"; readonly index: number; readonly value: string }
  | { readonly kind: "option-terminator"; readonly index: number };

/** Flags that every command has. */
export const GENERAL_FLAGS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

const FLAGS = OPTION_ROWS.flatMap(([, { flag, placeholder }]) =>
  flag === undefined ? [] : [[flag, placeholder === undefined ? "boolean" : "string"] as const],
);

/** The command line in pieces; `stray` are the words after `exec` that lack a `--` before them. */
export function splitWords(argv: readonly string[]): {
  readonly tokens: readonly Token[];
  readonly stray: readonly string[];
} {
  return splitStray(withoutStrayValues(tokensOf(argv)), argv);
}

function tokensOf(argv: readonly string[]): readonly Token[] {
  const entries = FLAGS.map(([flag, type]) => [flag, { type }] as const);
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(entries), ...GENERAL_FLAGS },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens;
}

/**
 * Drops the word after an unknown option: it is the option's value, and one mistake is one problem.
 */
function withoutStrayValues(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token, index) => {
    const before = tokens[index - 1];
    if (token.kind !== "positional" || before?.kind !== "option") return true;
    const isKnown =
      Object.hasOwn(GENERAL_FLAGS, before.name) || FLAGS.some(([flag]) => flag === before.name);
    return isKnown || before.inlineValue === true || token.index !== before.index + 1;
  });
}

/**
 * The words of a command that `exec` is given without `--` may contain that command's options,
 * which aren't checked here.
 */
function splitStray(tokens: readonly Token[], argv: readonly string[]) {
  const [command, first] = tokens.filter((token) => token.kind === "positional");
  if (command?.value !== "exec" || first === undefined) return { tokens, stray: [] };
  const before = tokens.filter(({ index }) => index < first.index);
  return { tokens: before, stray: argv.slice(first.index) };
}
