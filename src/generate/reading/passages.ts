import type { Rng } from "../../core/rng.ts";
import { READ_CHARACTERS } from "../vocabulary/code-units.ts";

/** Ends of sentences; a period counts only before a space. */
const END: RegExp = /[!?。！？\n]|\.(?=\s|$)/g;
const FEWEST = 4;

/** One of an input's sentences, with a length within the bounds; undefined if there is none. */
export function passageOf(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
  rng: Rng,
): string | undefined {
  const read = text.slice(0, READ_CHARACTERS);
  const passages: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of read.matchAll(END)) {
    passages.push(read.slice(start, index + mark.length).trim());
    start = index + mark.length;
  }
  if (text.length <= READ_CHARACTERS) passages.push(read.slice(start).trim());
  const fit = passages.filter(({ length }) => length >= Math.max(least, FEWEST) && length <= most);
  return fit.length === 0 ? undefined : rng.pick(fit);
}
