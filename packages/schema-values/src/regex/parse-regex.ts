import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { type CharSet, CLASSES, charSet, classOfProperty, complementOf, DOT } from "./char-set.ts";
import { RegexTooComplex } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

/** Maximum nesting depth of groups, because V8 aborts a process whose stack is nearly full. */
const MOST_DEPTH = 200;

/**
 * Parses a pattern with the `u` flag, as JSON Schema recommends, or, if that is invalid, in the
 * looser legacy grammar. Throws a SyntaxError if neither is valid, and RegexTooComplex for a
 * backreference, a lookbehind, modifiers, another language's escape, or groups nested too deeply.
 */
export function parseRegex(pattern: string, isUnicode?: boolean): RegexNode {
  const unicode = isUnicode ?? isUnicodePattern(pattern);
  new RegExp(pattern, unicode ? "u" : "");
  if (isDeep(pattern)) throw new RegexTooComplex("the pattern is nested too deeply");
  const foreign = unicode ? undefined : pattern.match(/\\./gs)?.find((it) => FOREIGN.test(it));
  if (foreign !== undefined) {
    const why = /[pP]/.test(foreign)
      ? ", because the pattern is not valid with the `u` flag"
      : "; to match the start or the end, use `^` or `$`";
    throw new RegexTooComplex(
      `in JSON Schema's patterns (ECMAScript), \`${foreign}\` matches only a letter${why}`,
    );
  }
  const chars: string[] = [];
  const placeholder = (char: string): string =>
    String.fromCharCode(PRIVATE - 1 + chars.push(JSON.parse(`"${char}"`)));
  const text = unicode ? pattern : pattern.replace(SPECIAL, placeholder);
  const parsed = new RegExpParser().parsePattern(text, 0, undefined, { unicode });
  if (chars.length > 0)
    visitRegExpAST(parsed, {
      onCharacterEnter: (node) => {
        node.value = chars[node.value - PRIVATE]?.codePointAt(0) ?? node.value;
      },
    });
  return alternationOf(parsed.alternatives);
}

/** An escape that the legacy grammar reads as the letter itself, such as `\A`. */
const FOREIGN = /^\\(?![bBcdDfknrsStuvwWx])[A-Za-z]/;

/** The first code point for private use. */
const PRIVATE = 0xe000;
/** Surrogate pairs, which the legacy grammar would split, and the characters that replace them. */
const SPECIAL: RegExp =
  /[\ud800-\udbff][\udc00-\udfff]|[\ue000-\uf8ff]|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g;

/** Whether the pattern is valid with the `u` flag. */
export function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").unicode;
  } catch {
    return false;
  }
}

function isDeep(pattern: string): boolean {
  let [depth, isClass] = [0, false];
  for (const [token] of pattern.matchAll(/\\.|[[\]()]/gs)) {
    if (token === "[" || token === "]") isClass = token === "[";
    if (!isClass) depth += Number(token === "(") - Number(token === ")");
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

function alternationOf(alternatives: readonly AST.Alternative[]): RegexNode {
  const items = alternatives.map(sequenceOf);
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { kind: "alternation", items };
}

function sequenceOf({ elements }: AST.Alternative): RegexNode {
  const items = elements.map(nodeOf).filter(({ kind }) => kind !== "empty");
  const [only] = items;
  if (only === undefined) return { kind: "empty" };
  return items.length === 1 ? only : { kind: "sequence", items };
}

function nodeOf(element: AST.Element): RegexNode {
  switch (element.type) {
    case "Assertion":
      return assertionOf(element);
    case "Quantifier":
      return repeated(nodeOf(element.element), element.min, element.max);
    case "Group":
      if (element.modifiers !== null) throw new RegexTooComplex("the pattern contains modifiers");
      return alternationOf(element.alternatives);
    case "CapturingGroup":
      return alternationOf(element.alternatives);
    case "Backreference":
      throw new RegexTooComplex("the pattern contains a backreference");
    default:
      return { kind: "set", set: setOf(element) };
  }
}

function assertionOf(assertion: AST.Assertion): RegexNode {
  switch (assertion.kind) {
    case "lookahead": {
      const item = alternationOf(assertion.alternatives);
      return { kind: "look", negated: assertion.negate, item };
    }
    case "lookbehind":
      throw new RegexTooComplex("the pattern contains a lookbehind");
    case "word":
      return { kind: "wordBoundary", negated: assertion.negate };
    default:
      return { kind: assertion.kind };
  }
}

/** Drops repetitions of an empty item: nested ones would multiply the compile time. */
function repeated(item: RegexNode, min: number, max: number): RegexNode {
  if (item.kind === "empty" || max === 0) return { kind: "empty" };
  return { kind: "repeat", item, min, max };
}

type Characters = Extract<AST.Node, { type: `Character${string}` | "ExpressionCharacterClass" }>;

/** The code points that a character, a class, or an escape such as `\d` matches. */
function setOf(node: Characters | AST.ClassStringDisjunction): CharSet {
  switch (node.type) {
    case "Character":
      return [[node.value, node.value]];
    case "CharacterClassRange":
      return [[node.min.value, node.max.value]];
    case "CharacterClass": {
      const union = charSet(...node.elements.flatMap(setOf));
      return node.negate ? complementOf(union) : union;
    }
    case "CharacterSet":
      if (node.kind === "any") return DOT;
      if (node.kind === "property") return classOfProperty(node.raw);
      return node.negate ? complementOf(CLASSES[node.kind]) : CLASSES[node.kind];
    default:
      throw new RegexTooComplex("the pattern needs the `v` flag");
  }
}
