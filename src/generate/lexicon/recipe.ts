import { daysOf, digits, hex, letters, plainFormatWriter, timeOfDay, two } from "schema-values";
import type { Rng } from "../../core/rng.ts";
import type { PoolName, Pools } from "./pools.ts";
import { proseWriter } from "./prose.ts";

/**
 * How a string is assembled: literal text with gaps in braces. `{cities}` is an item of a pool,
 * `{sentences+}` as many items as there is room for, `{1-240}` a number (`{01-12}` with two
 * digits), `{2024..2025}` a day in those years, `{clock}` a time of day, `{##}` digits, `{xx}`
 * hexadecimal digits, `{AA}` capital letters, and `{@uuid}` a string in a format.
 */
export type Recipe = string;

/**
 * Recipes, each with the property names that it applies to: in lowercase and singular, separated by
 * bars.
 */
export type NamedRecipes = readonly (readonly [Recipe, string])[];

/** A person's full name. */
export const FULL_NAME: Recipe = "{fullNames}";

/** Writes a string; `tokens` is the approximate maximum for longer strings. */
export type TextWriter = (rng: Rng, tokens: number) => string;

/** The allowed number of characters in a string. */
export type TextBounds = { readonly least: number; readonly most: number };

/**
 * A writer for a recipe; respects the bounds if its pools can. Throws a RangeError if a gap is
 * unknown.
 */
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

/** Literal strings with a gap between each two. */
function joined(literals: readonly string[], writers: readonly TextWriter[]): TextWriter {
  const [head = "", ...tails] = literals;
  const [first, second] = writers;
  const [middle = "", end = ""] = tails;
  // A fast path: names and addresses of all kinds have two gaps, and a loop takes twice as long.
  if (writers.length === 2 && first !== undefined && second !== undefined)
    return (rng, tokens) => head + first(rng, tokens) + middle + second(rng, tokens) + end;
  return (rng, tokens) =>
    writers.reduce((text, write, i) => text + write(rng, tokens) + (tails[i] ?? ""), head);
}

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };
const TRIES = 8;

/** A writer that tries again if a string is out of bounds. */
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

/** Maximum length of a string in a format, unless it has to be longer. */
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
  if (write === undefined)
    throw new RangeError(`Expected a known gap in the recipe, got \`${gap}\`.`);
  const most = Math.min(bounds.most, Math.max(bounds.least, LONGEST_IN_FORMAT));
  return (rng) => write(rng, bounds.least, most);
}

function numberWriter(from: string, to: string): TextWriter {
  const least = Number(from);
  const most = Number(to);
  if (from.startsWith("0") && from.length === 2) return (rng) => two(rng.between(least, most));
  return (rng) => String(rng.between(least, most));
}

/** Pools to use instead if no item of a pool is short enough. */
const SHORT_FORMS: { readonly [pool in PoolName]?: PoolName } = {
  countries: "countryCodes",
  currencyNames: "currencies",
  languages: "languageCodes",
  states: "stateCodes",
};

/** The items within the bounds; all items if none is. */
function fitting(name: PoolName, pools: Pools, { least, most }: TextBounds): readonly string[] {
  if (least <= 1 && most === Infinity) return pools[name];
  const short = SHORT_FORMS[name];
  for (const items of short === undefined ? [pools[name]] : [pools[name], pools[short]]) {
    const fit = items.filter(({ length }) => length >= least && length <= most);
    if (fit.length > 0) return fit;
  }
  return pools[name];
}
