import type { Spans } from "./spans.ts";

const SPACE = 0x20;
const COLON = 0x3a;
/** What can follow an apostrophe at the end of a word and be left out. */
const ENDINGS: ReadonlySet<string> = new Set(["d", "ll", "m", "re", "s", "ve"]);

/**
 * Finds the words of an input as written, which replace those in `words`: `e-mail`, `4.5`, `example.com`, and `don't` are one
 * word each. Omits parts shortened by an apostrophe: `l'été` and `dell'ordine` give their second part, `customer's` its first.
 */
export function findWholeWords(runs: Spans, text: string, words: Spans): void {
  words.clear();
  for (let i = 0; i < runs.length; i++) {
    const start = runs.start(i);
    const end = runs.end(i);
    // Most words are followed by a space, which separates them.
    const isNear =
      words.length > 0 &&
      words.end(words.length - 1) === start - 1 &&
      text.charCodeAt(start - 1) !== SPACE;
    const bond = isNear ? bondOf(text, words, { start, end }) : "apart";
    if (bond === "first") continue;
    if (bond === "joined") {
      words.extendLast(end);
      continue;
    }
    if (bond === "second") words.removeLast();
    else dropScheme(words, text);
    words.add(start, end);
  }
  dropScheme(words, text);
}

/** How two runs combine: into one word, into two words, or so that only one of them is a word. */
type Bond = "joined" | "apart" | "first" | "second";

/** The bond between the last word and the run at an index, which are one character apart. */
function bondOf(text: string, words: Spans, { start, end }: { start: number; end: number }): Bond {
  const first = text[start] ?? "";
  const between = text[start - 1];
  switch (between) {
    case "-":
    case "_":
    case "@":
    case "&":
      return "joined";
    case ".":
    case ",":
      return isDigit(first) || (between === "." && first !== first.toUpperCase())
        ? "joined"
        : "apart";
    case "'":
    case "’": {
      const head = text.slice(words.start(words.length - 1), start - 1);
      const tail = text.slice(start, end).toLowerCase();
      if (ENDINGS.has(tail)) return "first";
      if (tail === "t" || head.toLowerCase() === "aujourd") return "joined";
      const isName = head.length === 1 && isCapital(head) && isCapital(first);
      return isName ? "joined" : "second";
    }
    default:
      return "apart";
  }
}

/** Removes the last word if it is the scheme of a URL. */
function dropScheme(words: Spans, text: string): void {
  if (words.length === 0) return;
  const end = words.end(words.length - 1);
  if (text.charCodeAt(end) === COLON && text.startsWith("://", end)) words.removeLast();
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase();
}
