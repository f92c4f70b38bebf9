import {
  type CharSet,
  charSet,
  classOfEscape,
  classOfProperty,
  complementOf,
  DOT,
  rangesOf,
  unionOf,
} from "./char-set.ts";
import { RegexTooComplex } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

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

/** Maximum number of groups within each other. */
const MOST_DEPTH = 200;

/**
 * Parses a pattern that the engine accepts: with the `u` flag if that is valid, as JSON Schema
 * recommends, and otherwise with the looser legacy grammar. Throws a SyntaxError if neither accepts
 * it, and RegexTooComplex if its groups are nested more than 200 levels deep.
 */
export function parseRegex(
  pattern: string,
  unicode: boolean = isUnicodePattern(pattern),
): RegexNode {
  if (!unicode) new RegExp(pattern);
  return readAlternation(regexReader(pattern, unicode));
}

/** Whether the pattern is valid with the `u` flag. */
export function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    return false;
  }
}

function readAlternation(reader: RegexReader): RegexNode {
  const items = [readSequence(reader)];
  while (accept(reader, "|")) items.push(readSequence(reader));
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: "alternation", items };
}

function readSequence(reader: RegexReader): RegexNode {
  const items: RegexNode[] = [];
  for (let next = peek(reader); next !== "" && next !== "|" && next !== ")"; next = peek(reader)) {
    items.push(readQuantified(reader));
  }
  const [only] = items;
  if (only === undefined) return { kind: "empty" };
  return items.length === 1 ? only : { kind: "sequence", items };
}

function readQuantified(reader: RegexReader): RegexNode {
  const item = readAtom(reader);
  const bounds = acceptMatch(reader, /([*+?])\??|\{(\d+)(,(\d*))?\}\??/y);
  if (bounds === undefined) return item;
  const [, sign, low, comma, high] = bounds;
  if (sign !== undefined) {
    return { kind: "repeat", item, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
  }
  const min = Number(low);
  const open = comma === undefined ? min : high === "" ? Infinity : Number(high);
  return { kind: "repeat", item, min, max: open };
}

function readAtom(reader: RegexReader): RegexNode {
  if (accept(reader, "^")) return { kind: "start" };
  if (accept(reader, "$")) return { kind: "end" };
  if (accept(reader, ".")) return { kind: "set", set: DOT };
  if (accept(reader, "(")) return readGroup(reader);
  if (accept(reader, "[")) return { kind: "set", set: readClass(reader) };
  if (accept(reader, "\\")) return readEscape(reader);
  const code = take(reader).codePointAt(0) ?? 0;
  return { kind: "set", set: charSet([code, code]) };
}

/** Throws RegexTooComplex before the recursion gets near the end of the stack, where V8 aborts the process. */
function readGroup(reader: RegexReader): RegexNode {
  if (++reader.depth > MOST_DEPTH) throw new RegexTooComplex("the pattern is nested too deeply");
  const group = readGroupInside(reader);
  reader.depth--;
  return group;
}

function readGroupInside(reader: RegexReader): RegexNode {
  const look = acceptMatch(reader, /\?(<?)([=!])/y);
  if (look !== undefined) {
    const item = readAlternation(reader);
    accept(reader, ")");
    return { kind: "look", behind: look[1] === "<", negated: look[2] === "!", item };
  }
  const captures = !accept(reader, "?:");
  if (captures) acceptMatch(reader, /\?<[^>]*>/y);
  if (captures) reader.opened++;
  const index = reader.opened;
  const item = readAlternation(reader);
  accept(reader, ")");
  return captures ? { kind: "group", item, index } : item;
}

function readEscape(reader: RegexReader): RegexNode {
  if (accept(reader, "b")) return { kind: "wordBoundary", negated: false };
  if (accept(reader, "B")) return { kind: "wordBoundary", negated: true };
  const hasNames = reader.unicode || reader.groupNames.some((name) => name !== undefined);
  const named = hasNames ? acceptMatch(reader, /k<([^>]*)>/y) : undefined;
  if (named !== undefined) {
    return { kind: "backreference", index: reader.groupNames.indexOf(named[1]) + 1 };
  }
  const from = reader.position;
  const numbered = acceptMatch(reader, /[1-9]\d*/y);
  if (numbered !== undefined) {
    const index = Number(numbered[0]);
    if (index <= reader.groupNames.length) return { kind: "backreference", index };
    reader.position = from;
  }
  return { kind: "set", set: readEscapedSet(reader) };
}

function readClass(reader: RegexReader): CharSet {
  const negated = accept(reader, "^");
  const sets: CharSet[] = [];
  while (peek(reader) !== "" && !accept(reader, "]")) {
    const low = readClassAtom(reader);
    const from = reader.position;
    if (!accept(reader, "-") || peek(reader) === "]") {
      reader.position = from;
      sets.push(low);
      continue;
    }
    sets.push(...rangeOf(low, readClassAtom(reader)));
  }
  const union = unionOf(...sets);
  return negated ? complementOf(union) : union;
}

/**
 * A class at either end of a dash, as in `[\w-.]`, makes the dash a literal in the legacy grammar.
 */
function rangeOf(low: CharSet, high: CharSet): CharSet[] {
  const [first] = rangesOf(low);
  const [last] = rangesOf(high);
  const single = low.length === 2 && high.length === 2 && low[0] === low[1] && high[0] === high[1];
  if (single && first !== undefined && last !== undefined) return [charSet([first[0], last[1]])];
  return [low, charSet([45, 45]), high];
}

function readClassAtom(reader: RegexReader): CharSet {
  if (accept(reader, "\\")) {
    return accept(reader, "b") ? charSet([8, 8]) : readEscapedSet(reader);
  }
  const code = take(reader).codePointAt(0) ?? 0;
  return charSet([code, code]);
}
