import type { Rng } from "../../core/rng.ts";
import { plainFormatWriter } from "./formats/plain-formats.ts";
import { daysOf, timeOfDay } from "./moments.ts";
import { digits, hex, letters, two } from "./pieces.ts";
import type { PoolName, Pools } from "./pools.ts";
import { proseWriter } from "./prose.ts";

/**
 * How a text is put together: literal text with gaps in braces. `{cities}` is an entry of a pool, `{sentences+}` as many of
 * them as there is room for, `{1-240}` a number (`{01-12}` with two digits), `{2024..2025}` a day of those years, `{clock}` a time
 * of day, `{##}` digits, `{xx}` hexadecimal digits, `{AA}` capitals, and `{@uuid}` a text in a format.
 */
export type Recipe = string;

/** Recipes, each with the names of properties that it suits: in lower case and singular, parted by bars. */
export type NamedRecipes = readonly (readonly [Recipe, string])[];

/** Someone's name, as one writes it. */
export const FULL_NAME: Recipe = "{fullNames}";

/** Writes a text; `tokens` is about how many tokens a longer text may have. */
export type TextWriter = (rng: Rng, tokens: number) => string;

/** The characters that a text may have. */
export type TextBounds = { readonly least: number; readonly most: number };

/** The writer of a recipe, which keeps to the bounds where its pools do; throws a RangeError for a gap that is none. */
export function recipeWriter(recipe: Recipe, pools: Pools, bounds: TextBounds): TextWriter {
  const parts = recipe.split(/[{}]/);
  const [before = "", gap = "", after = ""] = parts;
  if (parts.length === 3 && before + after === "") return gapWriter(gap, pools, bounds);
  const writers = parts.flatMap((part, i) =>
    i % 2 === 1 ? gapWriter(part, pools, ANY_LENGTH) : [],
  );
  const literals = parts.filter((_, i) => i % 2 === 0);
  return persistent(bounds, joined(literals, writers));
}

/** Literal texts with a gap between each two. */
function joined(literals: readonly string[], writers: readonly TextWriter[]): TextWriter {
  const [head = "", ...tails] = literals;
  const [first, second] = writers;
  const [middle = "", end = ""] = tails;
  // Names and addresses of all kinds have two gaps: a loop takes twice as long.
  if (writers.length === 2 && first !== undefined && second !== undefined)
    return (rng, tokens) => head + first(rng, tokens) + middle + second(rng, tokens) + end;
  return (rng, tokens) =>
    writers.reduce((text, write, i) => text + write(rng, tokens) + (tails[i] ?? ""), head);
}

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };
const TRIES = 8;

/** A writer that tries again when a text is out of bounds. */
function persistent({ least, most }: TextBounds, write: TextWriter): TextWriter {
  if (least <= 1 && most === Infinity) return write;
  return (rng, tokens) => {
    let text = write(rng, tokens);
    for (let i = 1; i < TRIES && (text.length < least || text.length > most); i++) {
      text = write(rng, tokens);
    }
    return text;
  };
}

/** A text in a format is no longer than this, if it need not be. */
const LONGEST_IN_FORMAT = 400;

function gapWriter(gap: string, pools: Pools, bounds: TextBounds): TextWriter {
  if (gap.endsWith("+")) return proseWriter(gap.slice(0, -1) as PoolName, pools, bounds);
  if (Object.hasOwn(pools, gap)) {
    const items = fitting(gap as PoolName, pools, bounds);
    return (rng) => rng.pick(items);
  }
  const [, from, to] = /^(\d+)-(\d+)$/.exec(gap) ?? [];
  if (from !== undefined && to !== undefined) return numberWriter(from, to);
  const [, first, last] = /^(\d{4})\.\.(\d{4})$/.exec(gap) ?? [];
  if (first !== undefined && last !== undefined) {
    const days = daysOf(Number(first), Number(last));
    return (rng) => rng.pick(days);
  }
  if (gap === "clock") return timeOfDay;
  if (/^#+$/.test(gap)) return (rng) => digits(rng, gap.length);
  if (/^x+$/.test(gap)) return (rng) => hex(rng, gap.length);
  if (/^A+$/.test(gap)) return (rng) => letters(rng, gap.length).toUpperCase();
  const write = gap.startsWith("@") ? plainFormatWriter(gap.slice(1), pools) : undefined;
  if (write === undefined) throw new RangeError(`Expected the gap of a recipe, got \`${gap}\`.`);
  const most = Math.min(bounds.most, Math.max(bounds.least, LONGEST_IN_FORMAT));
  return (rng) => write(rng, bounds.least, most);
}

function numberWriter(from: string, to: string): TextWriter {
  const least = Number(from);
  const most = Number(to);
  if (from.startsWith("0") && from.length === 2) return (rng) => two(rng.between(least, most));
  return (rng) => String(rng.between(least, most));
}

/** What stands in for the items of a pool where none of them is short enough. */
const SHORT_FORMS: { readonly [pool in PoolName]?: PoolName } = {
  countries: "countryCodes",
  currencyNames: "currencies",
  languages: "languageCodes",
  states: "stateCodes",
};

/** The items within the bounds; all of them where none is. */
function fitting(name: PoolName, pools: Pools, { least, most }: TextBounds): readonly string[] {
  if (least <= 1 && most === Infinity) return pools[name];
  const short = SHORT_FORMS[name];
  for (const items of short === undefined ? [pools[name]] : [pools[name], pools[short]]) {
    const fit = items.filter(({ length }) => length >= least && length <= most);
    if (fit.length > 0) return fit;
  }
  return pools[name];
}
