import type { Spans } from "./spans.ts";

/** What the letters of a string reveal about its script. */
export type Script = {
  /** Whether most letters belong to a non-Latin script. */
  readonly isForeign: boolean;
  /** Whether most of its non-Latin letters belong to a script without spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
};

const Kind = { other: 0, digit: 1, latin: 2, foreign: 3, unspaced: 4 } as const;

const KIND_OF: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, code) => kindOf(code));

const LATIN: Script = { isForeign: false, isUnspaced: false };

/** Finds the stretches of letters and digits in a string, which replace those in `runs`, and the script. */
export function findWordRuns(text: string, runs: Spans): Script {
  runs.clear();
  let [latin, spaced, unspaced] = [0, 0, 0];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const kind = KIND_OF[text.charCodeAt(i)] ?? Kind.other;
    if (kind === Kind.other) {
      if (start >= 0) runs.add(start, i);
      start = -1;
      continue;
    }
    if (start < 0) start = i;
    if (kind === Kind.latin) latin++;
    else if (kind === Kind.foreign) spaced++;
    else if (kind === Kind.unspaced) unspaced++;
  }
  if (start >= 0) runs.add(start, text.length);
  if (spaced + unspaced <= latin) return LATIN;
  return { isForeign: true, isUnspaced: unspaced > spaced };
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
