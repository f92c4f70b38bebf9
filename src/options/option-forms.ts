import { CLOCK_FORM, parseClockSpec } from "../core/clock-spec.ts";
import { formatBytes } from "../core/format-bytes.ts";

/** How the text of an option is read: what it has to be, and its value, undefined where the text is not of that form. */
export type Form<Value> = {
  /** Goes on after "Expected `--name` to be". */
  readonly expected: string;
  readonly read: (text: string) => Value | undefined;
  /** Whether the text must never be repeated in a message. */
  readonly isSecret?: boolean;
};

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

const SIZE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1024,
  mb: 1024 ** 2,
  gb: 1024 ** 3,
};

/** Any text but the empty one. */
export const TEXT: Form<string> = {
  expected: "a text that is not empty",
  read: (text) => (text === "" ? undefined : text),
};

/** `true` and `1`, `false` and `0`. */
export const FLAG: Form<boolean> = {
  expected: "`true` or `false`",
  read: (text) => FLAG_WORDS.get(text.toLowerCase()),
};

/** A port number; 0 is any free one. */
export const PORT: Form<number> = {
  expected: "a port from 0 to 65535",
  read: (text) => (/^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
};

/** A whole number that a double holds exactly. */
export const INTEGER: Form<number> = {
  expected: "an integer",
  read: (text) =>
    /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined,
};

/** A whole number of 1 or more. */
export const COUNT: Form<number> = {
  expected: "a whole number of 1 or more",
  read: (text) => (/^[1-9]\d*$/.test(text) ? INTEGER.read(text) : undefined),
};

/** A number of bytes, 1 or more; units are powers of 1024. */
export const SIZE: Form<number> = {
  expected: "a size such as `512kb`, `256mb` or `1gb`",
  read: (text) => {
    const [, amount, unit = "b"] = /^(\d+(?:\.\d+)?)(b|kb|mb|gb)?$/.exec(text.toLowerCase()) ?? [];
    const bytes = Math.round(Number(amount) * (SIZE_UNITS[unit] ?? 1));
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
  },
};

/** The same, of a least size or more. */
export function sizeFrom(minBytes: number): Form<number> {
  return {
    expected: `a size of ${formatBytes(minBytes)} or more, such as \`512mb\``,
    read: (text) => {
      const bytes = SIZE.read(text);
      return bytes === undefined || bytes < minBytes ? undefined : bytes;
    },
  };
}

/** A share, in 0..1. */
export const SHARE: Form<number> = {
  expected: "a share such as `60%`",
  read: (text) =>
    /^(100|\d{1,2}(\.\d+)?)%$/.test(text) ? Number.parseFloat(text) / 100 : undefined,
};

/** A clock, as text. */
export const CLOCK: Form<string> = {
  expected: CLOCK_FORM,
  read: (text) => (parseClockSpec(text) === undefined ? undefined : text),
};

/** A path before an address's operations. */
export const BASE_PATH: Form<string> = {
  expected: "a path such as `/api/v2`",
  read: (text) => (/^(\/[\w.~-]+)*\/?$/.test(text) ? text : undefined),
};

/** A key that a header can carry. */
export const API_KEY: Form<string> = {
  expected: "a key of visible ASCII characters",
  read: (text) => (/^[!-~]+$/.test(text) ? text : undefined),
  isSecret: true,
};

/** A word that a header can carry, and nobody is told. */
export const TOKEN: Form<string> = { ...API_KEY, expected: "a token of visible ASCII characters" };

/** One of a few words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Form<Word> {
  return {
    expected: `one of ${words.map((word) => `\`${word}\``).join(", ")}`,
    read: (text) => words.find((word) => word === text),
  };
}
