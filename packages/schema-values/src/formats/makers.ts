import { parseRegex } from "../regex/parse-regex.ts";
import { regexSampler } from "../regex/sample-regex.ts";
import type { Rng } from "../rng.ts";
import {
  digits,
  encoderOf,
  type FormatMaker,
  type FormatWords,
  type FormatWriter,
  letters,
} from "./pieces.ts";

type Filler = (words: FormatWords, rng: Rng) => string;

const FILLERS: { readonly [gap: string]: Filler } = {
  word: ({ words }, rng) => rng.pick(words),
  color: ({ colors }, rng) => rng.pick(colors),
  email: ({ emails }, rng) => rng.pick(emails),
  title: ({ titles }, rng) => plain(rng.pick(titles)),
  sentence: ({ sentences }, rng) => plain(rng.pick(sentences)),
  count: (_, rng) => String(rng.between(1, 99)),
};

/** Removes characters that would have to be escaped in HTML or JSON. */
function plain(text: string): string {
  return text.replace(/[&<"\\]/g, "");
}

/**
 * Returns a maker that tries the patterns in order until a string is within the bounds. If none is,
 * it returns the last string. Words replace placeholders such as `{word}`.
 */
export function recipe(...patterns: readonly string[]): FormatMaker {
  return (words) => {
    const writers = patterns.map((pattern) => patternWriter(pattern, words));
    return (rng, least, most) => {
      let text = "";
      for (const write of writers) {
        text = write(rng, least, most);
        if (text.length >= least && text.length <= most) return text;
      }
      return text;
    };
  };
}

function patternWriter(pattern: string, words: FormatWords): FormatWriter {
  const parts = pattern.split(/\{([a-z]+)\}/).map((part, i): FormatWriter => {
    const fill = FILLERS[part];
    if (i % 2 === 1 && fill !== undefined) return (rng) => fill(words, rng);
    return regexSampler(parseRegex(part));
  });
  return (rng, least, most) => {
    let text = "";
    for (const write of parts)
      text += write(rng, Math.max(0, least - text.length), Math.max(0, most - text.length));
    return text;
  };
}

/** Makes a prefix followed by `count` characters, or by as many as the bounds require. */
export function token(head: string, set: string, count: number): FormatMaker {
  return recipe(`${head}${set}{${count}}`, `${head}${set}+`);
}

/** A UUID of this version (RFC 9562). */
export function uuidOf(version: number): FormatMaker {
  const group = "[0-9a-f]{3}";
  return recipe(`[0-9a-f]{8}-[0-9a-f]{4}-${version}${group}-[89ab]${group}-(?:${group}){4}`);
}

/** Makes times, with a fraction of a second if the text would be too short without one. */
export function moment(write: (rng: Rng) => string): FormatMaker {
  return () => (rng, least) => {
    const text = write(rng);
    const missing = least - text.length - 1;
    return `${text}${missing > 0 ? ".".padEnd(Math.max(2, missing), "0") : ""}Z`;
  };
}

/** Makes encoded words. Before encoding, their length is a multiple of three, to avoid padding. */
export function encoded(encoding: string): FormatMaker {
  const encode = encoderOf(encoding);
  return ({ words }) =>
    (rng, least, most) => {
      const text = `${rng.pick(words)} ${rng.pick(words)}`;
      const usual = Math.min(Math.ceil(text.length / 3), Math.floor(most / 4));
      const length = 3 * Math.max(Math.ceil(least / 4), usual);
      return encode(text.slice(0, length) + letters(rng, Math.max(0, length - text.length)));
    };
}

/** Formats for a digest of this many bytes: in hexadecimal digits and in Base64. */
export function digest(name: string, bytes: number): [string, FormatMaker][] {
  const encodings = ["base64", "base64url"].map((encoding): [string, FormatMaker] => {
    const encode = encoderOf(encoding);
    return [`${name}${encoding}`, () => (rng) => encode(letters(rng, bytes))];
  });
  return [[`${name} ${name}hex`, recipe(`[0-9a-f]{${2 * bytes}}`)], ...encodings];
}

/** A card number with a valid Luhn check digit, from a range that is not issued to any bank. */
export const cardNumber: FormatMaker = () => (rng, least, most) => {
  const length = Math.max(13, Math.min(19, most, Math.max(least, 16)));
  const head = `400000${digits(rng, length - 7)}`;
  return head + checkDigit(head, (digit) => (digit > 4 ? 2 * digit - 9 : 2 * digit));
};

/** A GS1 number; from right to left, the digits before the check digit have weights 3, 1, 3, …. */
export function articleNumber(length: number): FormatMaker {
  return () => (rng) => {
    const head = `2${digits(rng, length - 2)}`;
    return head + checkDigit(head, (digit) => 3 * digit);
  };
}

/** The digit that makes the sum a multiple of ten; every second digit is `weighted`. */
function checkDigit(head: string, weighted: (digit: number) => number): number {
  const sum = [...head]
    .reverse()
    .map(Number)
    .reduce((total, digit, i) => total + (i % 2 === 0 ? weighted(digit) : digit), 0);
  return (10 - (sum % 10)) % 10;
}
