import { classOfEscape, classOfProperty } from "./char-classes.ts";
import { type CharSet, charSet } from "./char-set.ts";
import { acceptMatch, type RegexReader, take } from "./regex-reader.ts";

const CONTROLS: { readonly [letter: string]: number } = {
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  "0": 0,
};

/** Parses what follows a backslash as a set of characters; the backslash has been consumed. */
export function readEscapedSet(reader: RegexReader): CharSet {
  const property = reader.unicode ? acceptMatch(reader, /[pP]\{[^}]*\}/y) : undefined;
  if (property !== undefined) return classOfProperty(`\\${property[0]}`);
  const numeric = readNumericEscape(reader);
  if (numeric !== undefined) return charSet([numeric, numeric]);
  const char = take(reader);
  const known = classOfEscape(char);
  if (known !== undefined) return known;
  const code = Object.hasOwn(CONTROLS, char) ? CONTROLS[char] : char.codePointAt(0);
  return charSet([code ?? 92, code ?? 92]);
}

function readNumericEscape(reader: RegexReader): number | undefined {
  const pair = acceptMatch(reader, /u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/y);
  if (pair !== undefined) {
    const high = Number.parseInt(pair[1] ?? "", 16);
    const low = Number.parseInt(pair[2] ?? "", 16);
    return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
  }
  const long = reader.unicode ? acceptMatch(reader, /u\{([\da-fA-F]+)\}/y) : undefined;
  const hex = long ?? acceptMatch(reader, /u([\da-fA-F]{4})|x([\da-fA-F]{2})/y);
  if (hex !== undefined) return Number.parseInt(hex[1] ?? hex[2] ?? "", 16);
  const control = acceptMatch(reader, /c([A-Za-z])/y);
  if (control !== undefined) return (control[1]?.charCodeAt(0) ?? 0) % 32;
  if (reader.unicode) return undefined;
  const octal = acceptMatch(reader, /[0-3][0-7]{2}|[0-7][0-7]?/y);
  return octal === undefined ? undefined : Number.parseInt(octal[0], 8);
}
