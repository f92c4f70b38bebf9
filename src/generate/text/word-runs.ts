/** A stretch of letters and digits in a string, from `start` (inclusive) to `end` (exclusive). */
export type WordRun = { readonly start: number; readonly end: number };

/** The words of a string, and what its letters reveal about its script. */
export type WordRuns = {
  readonly runs: readonly WordRun[];
  /** Whether most letters belong to a non-Latin script. */
  readonly isForeign: boolean;
  /** * Whether most of its non-Latin letters belong to a script without spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
};

const Kind = { other: 0, digit: 1, latin: 2, foreign: 3, unspaced: 4 } as const;

const KIND_OF: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, code) => kindOf(code));

/** Finds the words of a string and its script. */
export function findWordRuns(text: string): WordRuns {
  const runs: WordRun[] = [];
  const counts = [0, 0, 0, 0, 0];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const kind = KIND_OF[text.charCodeAt(i)] ?? Kind.other;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind !== Kind.other) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      runs.push({ start, end: i });
      start = -1;
    }
  }
  if (start >= 0) runs.push({ start, end: text.length });
  const [, , latin = 0, spaced = 0, unspaced = 0] = counts;
  const isForeign = spaced + unspaced > latin;
  return { runs, isForeign, isUnspaced: isForeign && unspaced > spaced };
}

/**
 * Coarse ranges of the Unicode blocks. Surrogates don't count as letters, so that no run splits a
 * pair.
 */
function kindOf(code: number): number {
  if (code < 0x80) {
    const lower = code | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) return Kind.latin;
    return code >= 0x30 && code <= 0x39 ? Kind.digit : Kind.other;
  }
  if (code < 0x250) return code >= 0xc0 && code !== 0xd7 && code !== 0xf7 ? Kind.latin : Kind.other;
  if (code < 0x370) return Kind.latin;
  if (code < 0x2000) return Kind.foreign;
  if (code < 0x3041) return Kind.other;
  if (code < 0xa000) return Kind.unspaced;
  return code < 0xd7b0 ? Kind.foreign : Kind.other;
}
