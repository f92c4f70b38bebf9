import { parseRegex } from "../regex/parse-regex.ts";
import { regexSampler } from "../regex/sample-regex.ts";
import type { Rng } from "../rng.ts";
import { type FormatMaker, type FormatWords, type FormatWriter, letters } from "./pieces.ts";

type Filler = (words: FormatWords, rng: Rng) => string;

const FILLERS: { readonly [gap: string]: Filler } = {
  word: ({ words }, rng) => rng.pick(words),
  color: ({ colors }, rng) => rng.pick(colors),
  email: ({ emails }, rng) => rng.pick(emails),
  title: ({ titles }, rng) => plain(rng.pick(titles)),
  sentence: ({ sentences }, rng) => plain(rng.pick(sentences)),
  count: (_, rng) => String(rng.between(1, 99)),
};

/** Without characters that would have to be escaped in a document. */
function plain(text: string): string {
  return text.replace(/[&<"\\]/g, "");
}

/** The first string within the bounds; otherwise the last one. */
function firstFitting(writers: readonly FormatWriter[]): FormatWriter {
  return (rng, least, most) => {
    let text = "";
    for (const write of writers) {
      text = write(rng, least, most);
      if (text.length >= least && text.length <= most) return text;
    }
    return text;
  };
}

/**
 * A format that is written with patterns, the most usual first. A pattern can contain gaps such as `{word}`; what follows the last
 * gap is as long as the bounds require.
 */
export function recipe(...patterns: readonly string[]): FormatMaker {
  return (words) => firstFitting(patterns.map((pattern) => patternWriter(pattern, words)));
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

/** A document that is written with templates, the most usual first; a sentence of the first one is as long as required. */
export function document(...templates: readonly string[]): FormatMaker {
  return (words) => {
    const all = templates.map((template): FormatWriter => {
      const parts = template.split(/\{([a-z]+)\}/);
      return (rng) =>
        parts.map((part, i) => (i % 2 === 0 ? part : FILLERS[part]?.(words, rng))).join("");
    });
    const [template = ""] = templates;
    const long: FormatWriter = (rng, least) =>
      template.replace(/\{([a-z]+)\}/g, (_, gap: string) =>
        gap === "sentence" ? letters(rng, least) : (FILLERS[gap]?.(words, rng) ?? ""),
      );
    return firstFitting([...all, ...(template.includes("{sentence}") ? [long] : [])]);
  };
}
