import { classOfEscape, classOfProperty } from "./char-classes.ts";
import { type CharSet, charSet } from "./char-set.ts";

/** A cursor over the code points of a pattern. */
export type RegexReader = {
  readonly unicode: boolean;
  /** Names of the capturing groups in order; undefined for groups without a name. */
  readonly groupNames: readonly (string | undefined)[];
  /** Number of capturing groups opened so far. */
  opened: number;
  /** Number of groups around the position. */
  depth: number;
  position: number;
  readonly text: string;
};

/** A reader at the start of the pattern. */
export function regexReader(text: string, unicode: boolean): RegexReader {
  return { unicode, groupNames: namesOfGroups(text), opened: 0, depth: 0, position: 0, text };
}

/** The next character without consuming it; an empty string at the end. */
export function peek(reader: RegexReader): string {
  const code = reader.text.codePointAt(reader.position);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Consumes the next character. */
export function take(reader: RegexReader): string {
  const char = peek(reader);
  reader.position += char.length;
  return char;
}

/** Consumes the given text if it comes next. */
export function accept(reader: RegexReader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.position)) return false;
  reader.position += text.length;
  return true;
}

/** Consumes what the sticky expression matches at this position, if it matches. */
export function acceptMatch(reader: RegexReader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.position;
  const match = sticky.exec(reader.text);
  if (match === null) return undefined;
  reader.position += match[0].length;
  return match;
}

/** Finds all groups in advance, because a reference may precede its group. */
function namesOfGroups(text: string): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  let inClass = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") {
      const name = /^\(\?<([^=!>][^>]*)>/.exec(text.slice(i, i + 200));
      if (name !== null) names.push(name[1]);
      else if (text[i + 1] !== "?") names.push(undefined);
    }
  }
  return names;
}

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
