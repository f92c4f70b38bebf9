import type { JsonValue } from "../json.ts";

/** What a schema reveals about the meaning of a value. */
export type Hints = {
  /** The property that has the value, or an array of such values; empty for the root. */
  readonly name: string;
  /**
   * What that property belongs to, if the name alone is ambiguous: the `name` of a company is not a
   * person's.
   */
  readonly owner?: string;
  readonly titles: readonly string[];
  /** Its own description, or otherwise that of the list or map that contains it. */
  readonly description: string;
  /** Its own examples. */
  readonly examples: readonly JsonValue[];
};

/** Where a value is: the name of its property, and what is said about that from outside. */
export type Place = Pick<Hints, "name" | "owner"> & {
  /** The description of the list or map that contains the value. */
  readonly around?: string;
};

const OWNED = "\n";
const DESCRIBED = "\u0001";
const NEEDS_AN_OWNER: ReadonlySet<string> = new Set(
  "name number title type text value label description unit units score start end min max minimum maximum lower upper low high amount".split(
    " ",
  ),
);

/** A property's name together with what it belongs to, if that makes a difference. */
export function nameWithin(owner: string, name: string): string {
  return owner !== "" && NEEDS_AN_OWNER.has(name.toLowerCase()) ? owner + OWNED + name : name;
}

/** The name of an item of a list or map, together with the description of the whole. */
export function itemName(whole: string, description: string): string {
  const name = singularOf(whole.slice(whole.lastIndexOf(DESCRIBED) + 1));
  return description === "" ? name : description + DESCRIBED + name;
}

/** The inverse of `nameWithin` and `itemName`. */
export function splitName(whole: string): Place {
  const start = whole.lastIndexOf(DESCRIBED) + 1;
  const named = whole.slice(start);
  const at = named.lastIndexOf(OWNED);
  return {
    name: named.slice(at + 1),
    ...(at < 0 ? {} : { owner: named.slice(0, at) }),
    ...(start === 0 ? {} : { around: whole.slice(0, start - 1) }),
  };
}

/**
 * The words of a property name in lowercase, without accents: `createdAt`, `created_at`, and
 * `Created-At` are the same.
 */
export function nameWords(name: string): readonly string[] {
  return withoutAccents(name)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, " $1")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function withoutAccents(name: string): string {
  // Hardly any name has accents, and removing them is slow.
  if (!/[^ -~]/.test(name)) return name;
  return name.replaceAll("ß", "ss").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The approximate singular of a plural name. */
export function singularOf(word: string): string {
  if (/ies$/i.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|tus|nus|rus|bus|x|zz|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return /s$/i.test(word) && !/(?:ss|us|is|[^ -~]s)$/i.test(word) ? word.slice(0, -1) : word;
}
