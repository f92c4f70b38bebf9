/** Longer sentences are quoted only in part. */
const LONGEST = 160;

/** The end of a sentence: punctuation and a space, or punctuation of a script without spaces. */
const SENTENCE_END: RegExp =
  /(?<=[.!?…]["'”’»)]*)(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|No|Nr|Inc|Ltd|Co|etc|ca|bzw|e\.g|i\.e|z\.B|\p{L})\.)\s+|(?<=[。！？])|\n+/u;

/** The sentences of an input, or the clauses of long ones, as they are written. */
export function quotesIn(text: string): readonly string[] {
  const sentences = text.split(SENTENCE_END);
  const all = sentences.flatMap((sentence) =>
    sentence.length <= LONGEST ? [sentence] : (sentence.match(/[^,;:，；、]+[,;:，；、]?/gu) ?? []),
  );
  const quotes = all.map((it) => it.trim()).filter((it) => /[\p{L}\p{N}]{2}/u.test(it));
  return quotes.length > 0 ? quotes : [text.trim()];
}
