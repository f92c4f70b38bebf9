/** Longer sentences are quoted only in part. */
const LONGEST = 160;

/** The sentences of a text, or the clauses of long ones, as they are written. */
export function quotesIn(text: string): readonly string[] {
  const sentences = text.match(/[^.!?。！？\n]+(?:[.!?。！？]+["'”’»)]*|$)/gu) ?? [];
  const all = sentences.flatMap((sentence) =>
    sentence.length <= LONGEST ? [sentence] : (sentence.match(/[^,;:，；、]+[,;:，；、]?/gu) ?? []),
  );
  const quotes = all.map((it) => it.trim()).filter((it) => /[\p{L}\p{N}]{2}/u.test(it));
  return quotes.length > 0 ? quotes : [text.trim()];
}
