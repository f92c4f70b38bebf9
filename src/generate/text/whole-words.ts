import type { WordRun } from "./word-runs.ts";

/** What can follow an apostrophe at the end of a word and be left out. */
const ENDINGS: ReadonlySet<string> = new Set(["d", "ll", "m", "re", "s", "ve"]);

/**
 * The words of an input as written: `e-mail`, `4.5`, `example.com`, and `don't` are one word each.
 * Omits parts shortened by an apostrophe: `l'été` and `dell'ordine` give their second part,
 * `customer's` its first.
 */
export function wholeWords(runs: readonly WordRun[], text: string): readonly WordRun[] {
  const words: WordRun[] = [];
  for (const run of runs) {
    const previous = words.at(-1);
    const between = previous?.end === run.start - 1 ? (text[previous.end] ?? "") : "";
    const bond = previous === undefined ? "apart" : bondOf(previous, run, { between, text });
    if (bond === "joined" && previous !== undefined)
      words[words.length - 1] = { start: previous.start, end: run.end };
    else if (bond !== "first") {
      if (bond === "second") words.pop();
      words.push(run);
    }
  }
  return words.filter(({ end }) => !text.startsWith("://", end));
}

/** How two runs combine: into one word, into two words, or so that only one of them is a word. */
type Bond = "joined" | "apart" | "first" | "second";

function bondOf(
  { start, end }: WordRun,
  next: WordRun,
  { between, text }: { readonly between: string; readonly text: string },
): Bond {
  const first = text[next.start] ?? "";
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
      const head = text.slice(start, end);
      const tail = text.slice(next.start, next.end).toLowerCase();
      if (ENDINGS.has(tail)) return "first";
      if (tail === "t" || head.toLowerCase() === "aujourd") return "joined";
      const isName = end - start === 1 && isCapital(head) && isCapital(first);
      return isName ? "joined" : "second";
    }
    default:
      return "apart";
  }
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase();
}
