import type { TextBounds } from "./recipe.ts";

const QUOTED: RegExp =
  /\b(?:one of|either|must be|can be|values?(?: are)?|options?(?: are)?|e\.g\.,?|such as|for example,?|for instance,?)[: ]\s*((?:(?:["'`][^"'`]{1,60}["'`]|[,/|()]|or|and)\s*)+)/i;

/** Words that introduce a list. With a colon, items may have several words. */
const ANNOUNCED: RegExp =
  /\b(?:(?:one|any) of(?: the following)?|either|(?:allowed|possible|valid|accepted|permitted) (?:values|options)(?: are)?|values?(?: are)?|options?(?: are)?|choose(?: one)? (?:from|of)|choices|must be|can be|eine[rs]?(?: von)?|entweder|werte|un[eo]? (?:de|des|parmi|di|dos|das)|um(?:a)? de|valeurs|valores|valori)\s*[:=]\s*\(?([^\n.;()]+)/iu;
const ONE_OF: RegExp = /\b(?:one of|either)\s+\(?([^\n.;:()]+)/i;
/** A parenthesized list contains values if it uses bars or ends in "or". */
const IN_PARENTHESES: RegExp = /\(([^()\n]{3,200})\)/;

const PARTED: RegExp =
  /\s*(?:[,|/]\s*(?:or|and|oder|und|ou|et|o|y|e)\s|[,|/]|\s(?:or|and|oder|und|ou|et|o|y|e)\s)\s*/i;
const ITEM: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_.+#&'-]*(?: [\p{L}\p{N}_.+#&'-]+){0,3}$/u;
const LONE_ITEM: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_+#&-]*$/u;
/** Words that no value starts with: such a list describes values instead of naming them. */
const DESCRIBES: RegExp =
  /^(?:an?|the|its|their|your|our|his|her|any|all|some|this|that|these|if|when|where) /i;
/** Parts of a date pattern. */
const PLACEHOLDER: RegExp = /^(?:d{1,4}|m{1,4}|y{2,4}|h{1,2}|s{1,2}|and|or|etc)$/i;

/**
 * The values that a description lists, quoted or not, such as "one of low, medium, high". Omits
 * values outside the bounds.
 */
export function choicesIn(description: string, { least, most }: TextBounds): readonly string[] {
  if (description === "") return [];
  const choices = listedIn(description);
  return choices.filter(({ length }) => length >= least && length <= most);
}

function listedIn(description: string): readonly string[] {
  const [, quoted = ""] = QUOTED.exec(description) ?? [];
  const inQuotes = [...quoted.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, text = ""]) => text);
  if (inQuotes.length > 1) return inQuotes;
  const [, announced = ""] = ANNOUNCED.exec(description) ?? [];
  const [, oneOf = ""] = ONE_OF.exec(description) ?? [];
  const [, enclosed = ""] = IN_PARENTHESES.exec(description) ?? [];
  const isChoice = /\||\sor\s/.test(enclosed) || /^[^,]+\/[^,]+\/[^,]+$/.test(enclosed);
  for (const [text, item] of [
    [announced, ITEM],
    [oneOf, LONE_ITEM],
    [isChoice ? enclosed : "", LONE_ITEM],
  ] as const) {
    const items = itemsOf(text, item);
    if (items.length > 1) return items;
  }
  return [];
}

/** The items of a list; empty if one of them is not a value. */
function itemsOf(text: string, item: RegExp): readonly string[] {
  const items = text
    .trim()
    .split(PARTED)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const isList = items.every(
    (one) => item.test(one) && !DESCRIBES.test(one) && !PLACEHOLDER.test(one),
  );
  return isList ? [...new Set(items)] : [];
}
