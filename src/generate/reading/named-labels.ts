import * as reader from "./reader.ts";
import { isNegated } from "./stated.ts";
import { foldedUnit, isUnspaced, READ_CHARACTERS } from "./units.ts";
import { CONCEPT_NUMBERS as C } from "./vocabulary.ts";

/** Concepts of words that nearly every text contains, so they don't identify a label. */
const EVERYWHERE: ReadonlySet<number> = new Set([
  ...[C.common, C.not, C.but, C.or, C.no, C.yes, C.into, C.only, C.very, C.numbers, C.item],
  ...[C.name, C.key],
]);
const SHORTEST = 2;
/** Longer labels are ignored, because a pattern of many such labels compiles slowly. */
const LONGEST = 100;
/** If a label's last word has at least this many letters, its plural matches, too. */
const SHORTEST_PLURAL = 5;
/** Maximum number of labels; longer lists are ignored. */
const MOST_LABELS = 500;
const SEPARATOR = "[\\s_-]?";
const NONE: readonly number[] = [];

/** Prepares a case-insensitive search for labels. The search returns the found labels' indexes. */
export function labelFinder(
  labels: readonly unknown[],
): ((text: string) => readonly number[]) | undefined {
  const indexes = new Map<string, number>();
  const patterns: string[] = [];
  for (const [index, label] of labels.entries()) {
    const words = typeof label === "string" ? wordsOf(label) : [];
    if (words.length === 0) continue;
    // The keys of `indexes` are the letters and digits of labels, in lowercase.
    const plurals = (words.at(-1)?.length ?? 0) >= SHORTEST_PLURAL ? ["", "s", "es"] : [""];
    for (const ending of plurals) {
      const letters = `${words.join("")}${ending}`;
      if (ending === "" || !indexes.has(letters)) indexes.set(letters, index);
    }
    patterns.push(`${words.join(SEPARATOR)}${plurals.length > 1 ? "(?:e?s)?" : ""}`);
  }
  if (patterns.length === 0 || labels.length > MOST_LABELS) return undefined;
  // Longer labels come first, so that a label is tried before its own prefix.
  const any = new RegExp(patterns.sort((a, b) => b.length - a.length).join("|"), "gi");
  return (text) => {
    const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
    let found: number[] | undefined;
    any.lastIndex = 0;
    for (let match = any.exec(read); match !== null; match = any.exec(read)) {
      if (!isWhole(read, match.index, any.lastIndex) || isNegated(read, match.index)) continue;
      const index = indexes.get(match[0].toLowerCase().replace(/[\s_-]/g, ""));
      found ??= [];
      if (index !== undefined && !found.includes(index)) found.push(index);
    }
    return found ?? NONE;
  };
}

/** Whether a match is neither part of a longer word nor the start of an email address. */
function isWhole(text: string, start: number, end: number): boolean {
  if (isUnspaced(text.charCodeAt(start))) return true;
  return !isLetter(text, start - 1) && !isLetter(text, end) && text.charAt(end) !== "@";
}

function isLetter(text: string, at: number): boolean {
  const unit = foldedUnit(text.charCodeAt(at));
  return unit !== 0 && !isUnspaced(unit);
}

/** A label's words in lowercase; empty if texts often contain them without meaning the label. */
function wordsOf(label: string): readonly string[] {
  if (label.length < SHORTEST || label.length > LONGEST) return [];
  if (reader.isIn("catchAlls", label.trim().toLowerCase())) return [];
  if (isUnspaced(label.charCodeAt(0))) return /^[\p{L}\p{N}]+$/u.test(label) ? [label] : [];
  // Separates the words of a label in camel case.
  const spaced = label.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const words = reader.readWords(spaced);
  const isTelling = words.some(
    ({ text, meaning }) => text.length >= SHORTEST && !EVERYWHERE.has(meaning),
  );
  if (!isTelling || !/\p{L}/u.test(label)) return [];
  return words.flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
}
