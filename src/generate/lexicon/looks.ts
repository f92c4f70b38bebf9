import { daysOf, digits, hex, letters, plainFormatWriter, timeOfDay, two } from "schema-values";
import type { Reader } from "../reading/reader.ts";
import { localWriter } from "./local-looks.ts";
import type { Look, TextBounds, TextWriter } from "./text-writer.ts";

/** A writer of strings with a look; respects the bounds if its lists can. Throws a RangeError if a gap is unknown. */
export function lookWriter(look: Look, reader: Reader, bounds: TextBounds): TextWriter {
  const parts = look.split(/[{}]/);
  const [before = "", gap = "", after = ""] = parts;
  if (parts.length === 3 && before + after === "") return gapWriter(gap, reader, bounds);
  const writers = parts.flatMap((part, i) =>
    i % 2 === 1 ? gapWriter(part, reader, ANY_LENGTH) : [],
  );
  return persistent(
    bounds,
    joined(
      parts.filter((_, i) => i % 2 === 0),
      writers,
    ),
  );
}

/** Literal strings with a gap between each two. */
function joined(literals: readonly string[], writers: readonly TextWriter[]): TextWriter {
  const [head = "", ...tails] = literals;
  return (draws) => {
    let text = head;
    for (let i = 0; i < writers.length; i++) text += (writers[i]?.(draws) ?? "") + (tails[i] ?? "");
    return text;
  };
}

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };
const TRIES = 8;

function isFree({ least, most }: TextBounds): boolean {
  return least <= 1 && most === Infinity;
}

/** A writer that tries again if a string is out of bounds. */
function persistent(bounds: TextBounds, write: TextWriter): TextWriter {
  if (isFree(bounds)) return write;
  const { least, most } = bounds;
  return (draws) => {
    let text = write(draws);
    for (let i = 1; i < TRIES && (text.length < least || text.length > most); i++)
      text = write(draws);
    return text;
  };
}

/** Maximum length of a string in a format, unless it has to be longer. */
const LONGEST_IN_FORMAT = 400;

function gapWriter(gap: string, reader: Reader, bounds: TextBounds): TextWriter {
  const { pools } = reader.words;
  const writerOf = (look: Look): TextWriter => lookWriter(look, reader, ANY_LENGTH);
  const local = localWriter(gap, { reader, bounds, writerOf });
  if (local !== undefined) return local;
  if (Object.hasOwn(pools, gap)) {
    const items = fitting(gap, pools, bounds);
    return ({ rng }) => rng.pick(items);
  }
  const write = patternWriter(gap);
  if (write !== undefined) return write;
  const format = gap.startsWith("@")
    ? plainFormatWriter(gap.slice(1), reader.formatWords)
    : undefined;
  if (format === undefined)
    throw new RangeError(`Expected a known gap in the look, got \`${gap}\`.`);
  const most = Math.min(bounds.most, Math.max(bounds.least, LONGEST_IN_FORMAT));
  return ({ rng }) => format(rng, bounds.least, most);
}

function patternWriter(gap: string): TextWriter | undefined {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(gap) ?? [];
  if (from !== undefined && to !== undefined) return numberWriter(from, to);
  const [, first, last] = /^(\d{4})\.\.(\d{4})$/.exec(gap) ?? [];
  if (first !== undefined && last !== undefined) {
    const days = daysOf(Number(first), Number(last));
    return ({ rng }) => rng.pick(days);
  }
  if (gap === "clock") return ({ rng }) => timeOfDay(rng);
  if (/^#+$/.test(gap)) return ({ rng }) => digits(rng, gap.length);
  if (/^x+$/.test(gap)) return ({ rng }) => hex(rng, gap.length);
  if (/^A+$/.test(gap)) return ({ rng }) => letters(rng, gap.length).toUpperCase();
  return undefined;
}

function numberWriter(from: string, to: string): TextWriter {
  const least = Number(from);
  const most = Number(to);
  if (from.startsWith("0") && from.length === 2) return ({ rng }) => two(rng.between(least, most));
  return ({ rng }) => String(rng.between(least, most));
}

/** Lists to use instead if no item of a list is short enough. */
const SHORT_FORMS: { readonly [list: string]: string } = {
  countries: "countryCodes",
  currencyNames: "currencies",
  languages: "languageCodes",
  states: "stateCodes",
};

type Lists = { readonly [list: string]: readonly string[] };

/** The items within the bounds; all items if none is. */
function fitting(name: string, lists: Lists, bounds: TextBounds): readonly string[] {
  const all = lists[name] ?? [];
  if (isFree(bounds)) return all;
  const { least, most } = bounds;
  for (const items of [all, lists[SHORT_FORMS[name] ?? ""] ?? []]) {
    const fit = items.filter(({ length }) => length >= least && length <= most);
    if (fit.length > 0) return fit;
  }
  return all;
}
