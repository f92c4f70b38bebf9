import { daysOf, digits, hex, letters, plainFormatWriter, timeOfDay, two } from "schema-values";
import type { Reader } from "../reading/reader.ts";
import { localWriter } from "./local-looks.ts";
import type { Look, TextBounds, TextWriter } from "./text-writer.ts";

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };
const TRIES = 8;

/** Writes strings with the given look, within the bounds if the look's word lists allow that. */
export function lookWriter(look: Look, reader: Reader, bounds: TextBounds): TextWriter {
  const parts = look.split(/[{}]/);
  const [head = "", gap = "", tail = ""] = parts;
  if (parts.length === 3 && head + tail === "") return gapWriter(gap, reader, bounds);
  const { least, most } = bounds;
  const gaps = parts.map((part, i) =>
    i % 2 === 1 ? gapWriter(part, reader, ANY_LENGTH) : undefined,
  );
  return (draws) => {
    for (let tries = 1; ; tries++) {
      let text = head;
      for (let i = 1; i < parts.length; i++) text += gaps[i]?.(draws) ?? parts[i] ?? "";
      if (tries === TRIES || (text.length >= least && text.length <= most)) return text;
    }
  };
}

/** Maximum length of a string in a format, unless it has to be longer. */
const LONGEST_IN_FORMAT = 400;

function gapWriter(gap: string, reader: Reader, bounds: TextBounds): TextWriter {
  const writerOf = (look: Look): TextWriter => lookWriter(look, reader, ANY_LENGTH);
  const local = localWriter(gap, reader, bounds, writerOf);
  if (local !== undefined) return local;
  const { pools } = reader.words;
  if (Object.hasOwn(pools, gap)) {
    const items = fitting(gap, pools, bounds);
    return ({ rng }) => rng.pick(items);
  }
  const format = gap.startsWith("@")
    ? plainFormatWriter(gap.slice(1), reader.formatWords)
    : undefined;
  const most = Math.min(bounds.most, Math.max(bounds.least, LONGEST_IN_FORMAT));
  if (format !== undefined) return ({ rng }) => format(rng, bounds.least, most);
  const write = patternWriter(gap);
  if (write === undefined)
    throw new RangeError(`Expected a known gap in the look, got \`${gap}\`.`);
  return write;
}

function patternWriter(gap: string): TextWriter | undefined {
  const [, from = "", dash, to = ""] = /^(\d{1,9})(-|\.\.)(\d{1,9})$/.exec(gap) ?? [];
  const [least, most] = [Number(from), Number(to)];
  if (dash === "..") {
    const days = daysOf(least, most);
    return ({ rng }) => rng.pick(days);
  }
  if (dash === "-" && /^0\d$/.test(from)) return ({ rng }) => two(rng.between(least, most));
  if (dash === "-") return ({ rng }) => String(rng.between(least, most));
  if (gap === "clock") return ({ rng }) => timeOfDay(rng);
  if (/^#+$/.test(gap)) return ({ rng }) => digits(rng, gap.length);
  if (/^x+$/.test(gap)) return ({ rng }) => hex(rng, gap.length);
  if (/^A+$/.test(gap)) return ({ rng }) => letters(rng, gap.length).toUpperCase();
  return undefined;
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
function fitting(name: string, lists: Lists, { least, most }: TextBounds): readonly string[] {
  const all = lists[name] ?? [];
  const fit = [all, lists[SHORT_FORMS[name] ?? ""] ?? []].map((items) =>
    items.filter(({ length }) => length >= least && length <= most),
  );
  return fit.find((items) => items.length > 0) ?? all;
}
