import { type CharSet, charSet, classOf, classOfProperty, complementOf, DOT } from "./char-set.ts";
import { RegexTooComplex } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

/** A cursor over the code points of a pattern. */
type Reader = { readonly text: string; readonly unicode: boolean; depth: number; position: number };

function take(reader: Reader): string {
  const char = String.fromCodePoint(reader.text.codePointAt(reader.position) ?? 0);
  reader.position += char.length;
  return char;
}

/** Consumes the given text if it comes next. */
function accept(reader: Reader, text: string): boolean {
  if (!reader.text.startsWith(text, reader.position)) return false;
  reader.position += text.length;
  return true;
}

/** Consumes the sticky expression's match at this position, if there is one. */
function acceptMatch(reader: Reader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.position;
  const match = sticky.exec(reader.text);
  if (match === null) return undefined;
  reader.position += match[0].length;
  return match;
}

/** Control characters by the letter that stands for each. */
const CONTROLS = new Map(Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 }));

const single = (code: number): CharSet => [[code, code]];

/** Parses a character that stands for itself. */
function readChar(reader: Reader): CharSet {
  return single(take(reader).codePointAt(0) ?? 0);
}

/** Parses the part of an escape after its backslash as a set of characters. */
function readEscapedSet(reader: Reader): CharSet {
  const property = reader.unicode ? acceptMatch(reader, /[pP]\{[^}]*\}/y) : undefined;
  if (property !== undefined) return classOfProperty(`\\${property[0]}`);
  const numeric = readNumericEscape(reader);
  if (numeric !== undefined) return single(numeric);
  const char = take(reader);
  return classOf(char) ?? single(CONTROLS.get(char) ?? char.codePointAt(0) ?? 0);
}

function readNumericEscape(reader: Reader): number | undefined {
  const pair = acceptMatch(reader, /u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})/y);
  if (pair !== undefined) {
    const units = pair.slice(1).map((digits) => Number.parseInt(digits, 16));
    return String.fromCharCode(...units).codePointAt(0);
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

/** Maximum nesting of groups. V8 aborts a process whose stack is nearly full. */
const MOST_DEPTH = 200;

/**
 * Parses a pattern with the `u` flag if that is valid, as JSON Schema recommends, and otherwise in
 * the looser legacy grammar. Throws a SyntaxError if neither is valid, and RegexTooComplex for a
 * backreference, a lookbehind, or groups nested too deeply.
 */
export function parseRegex(pattern: string, isUnicode?: boolean): RegexNode {
  const unicode = isUnicode ?? isUnicodePattern(pattern);
  new RegExp(pattern, unicode ? "u" : "");
  return readAlternation({ text: pattern, unicode, depth: 0, position: 0 });
}

/** Whether the pattern is valid with the `u` flag. */
export function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    return false;
  }
}

function readAlternation(reader: Reader): RegexNode {
  const items = [readSequence(reader)];
  while (accept(reader, "|")) items.push(readSequence(reader));
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: "alternation", items };
}

function readSequence(reader: Reader): RegexNode {
  const items: RegexNode[] = [];
  // At the end, the next character is an empty string, which every string includes.
  while (!"|)".includes(reader.text.charAt(reader.position))) {
    const item = readQuantified(reader);
    if (item.kind !== "empty") items.push(item);
  }
  const [only] = items;
  if (only === undefined) return { kind: "empty" };
  return items.length === 1 ? only : { kind: "sequence", items };
}

function readQuantified(reader: Reader): RegexNode {
  const item = readAtom(reader);
  const bounds = acceptMatch(reader, /([*+?])\??|\{(\d+)(,(\d*))?\}\??/y);
  if (bounds === undefined) return item;
  const [, sign, low, comma, high] = bounds;
  if (sign !== undefined) return repeated(item, sign === "+" ? 1 : 0, sign === "?" ? 1 : Infinity);
  const min = Number(low);
  return repeated(item, min, comma === undefined ? min : high === "" ? Infinity : Number(high));
}

/** Nested repetitions of an empty item would multiply. */
function repeated(item: RegexNode, min: number, max: number): RegexNode {
  return item.kind === "empty" || max === 0
    ? { kind: "empty" }
    : { kind: "repeat", item, min, max };
}

function readAtom(reader: Reader): RegexNode {
  if (accept(reader, "^")) return { kind: "start" };
  if (accept(reader, "$")) return { kind: "end" };
  if (accept(reader, ".")) return { kind: "set", set: DOT };
  if (accept(reader, "(")) return readGroup(reader);
  if (accept(reader, "[")) return { kind: "set", set: readClass(reader) };
  if (accept(reader, "\\")) return readEscape(reader);
  return { kind: "set", set: readChar(reader) };
}

function readGroup(reader: Reader): RegexNode {
  if (++reader.depth > MOST_DEPTH) throw new RegexTooComplex("the pattern is nested too deeply");
  const look = acceptMatch(reader, /\?(<?)([=!])/y);
  if (look?.[1] === "<") throw new RegexTooComplex("the pattern has a lookbehind");
  if (look === undefined) acceptMatch(reader, /\?(?::|<[^>]*>)/y);
  const item = readAlternation(reader);
  accept(reader, ")");
  reader.depth--;
  return look === undefined ? item : { kind: "look", negated: look[2] === "!", item };
}

function readEscape(reader: Reader): RegexNode {
  if (accept(reader, "b")) return { kind: "wordBoundary", negated: false };
  if (accept(reader, "B")) return { kind: "wordBoundary", negated: true };
  if (acceptMatch(reader, /k<|[1-9]/y) !== undefined)
    throw new RegexTooComplex("the pattern has a backreference");
  return { kind: "set", set: readEscapedSet(reader) };
}

function readClass(reader: Reader): CharSet {
  const negated = accept(reader, "^");
  const sets: CharSet[] = [];
  while (!accept(reader, "]")) {
    const low = readClassAtom(reader);
    const isRange = acceptMatch(reader, /-(?!\])/y) !== undefined;
    sets.push(...(isRange ? rangeOf(low, readClassAtom(reader)) : [low]));
  }
  const union = charSet(...sets.flat());
  return negated ? complementOf(union) : union;
}

/** With a class at either end, as in `[\w-.]`, the dash is a literal in the legacy grammar. */
function rangeOf(low: CharSet, high: CharSet): CharSet[] {
  const [first, last] = [onlyOf(low), onlyOf(high)];
  if (first === undefined || last === undefined) return [low, single(45), high];
  return [[[first, last]]];
}

/** The only code point of a set; undefined if there are several. */
function onlyOf([range, more]: CharSet): number | undefined {
  return more === undefined && range?.[0] === range?.[1] ? range?.[0] : undefined;
}

function readClassAtom(reader: Reader): CharSet {
  if (!accept(reader, "\\")) return readChar(reader);
  return accept(reader, "b") ? single(8) : readEscapedSet(reader);
}
