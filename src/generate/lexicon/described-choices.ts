import type { TextBounds } from "./recipe.ts";

const QUOTED: RegExp =
  /\b(?:one of|either|must be|can be|values?(?: are)?|options?(?: are)?|e\.g\.,?|such as|for example,?|for instance,?)[: ]\s*((?:(?:["'`][^"'`]{1,60}["'`]|[,/|()]|or|and)\s*)+)/i;
/** Nothing but quoted values, after at most a name for them. */
const ONLY_QUOTED: RegExp =
  /(?:^|[:=–—(-])\s*((?:["'`“‘][^"'`”’]{1,40}["'`”’](?:\s*(?:[,/|]|or|and|oder|und|ou|et|o|y|e)\s*)*){2,})[.)]?\s*$/iu;

/** Words that introduce a list. With a colon, items may have several words. */
const ANNOUNCED: RegExp =
  /\b(?:(?:one|any) of(?: the following)?|either|(?:allowed|possible|valid|accepted|permitted) (?:values|options)(?: are)?|values?(?: are)?|options?(?: are)?|choose(?: one)? (?:from|of)|choices|must be|can be|eine[rs]?(?: von)?|entweder|werte|un[eo]? (?:de|des|parmi|di|dos|das)|um(?:a)? de|valeurs|valores|valori)\s*[:=]\s*\(?([^\n.;()]+)/iu;
const ONE_OF: RegExp = /\b(?:one of|either)\s+\(?([^\n.;:()]+)/i;
/** A parenthesized list contains values if it uses bars or ends in "or". */
const IN_PARENTHESES: RegExp = /\(([^()\n]{3,200})\)/;
/** A description that is only a list. */
const WHOLE: RegExp = /^[^\n.;:()]{3,200}\.?$/;
/** A list after a colon or a dash, and one at the end of a sentence. */
const AFTER_COLON: RegExp = /(?::|=| [-–—]) ([^\n.;:()]{3,200})\.?(?:$|\n| [A-Z])/;
const AT_END: RegExp =
  /(?:^|,| (?:is|are|as|be|being|ist|als|est|sont|es|son|whether(?: it is| it's)?)) ((?:[\p{L}\p{N}_-]+, ?)*[\p{L}\p{N}_-]+,? (?:or|oder|ou|o) [\p{L}\p{N}_-]+)(?:[.;)\n]|$)/iu;

const PARTED: RegExp =
  /\s*(?:[,|/]\s*(?:or|and|oder|und|ou|et|o|y|e)\s|[,|/]|\s(?:or|and|oder|und|ou|et|o|y|e)\s)\s*/i;
const ITEM: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_.+#&'-]*(?: [\p{L}\p{N}_.+#&'-]+){0,3}$/u;
const LONE_ITEM: RegExp = /^[\p{L}\p{N}][\p{L}\p{N}_+#&-]*$/u;
/** Words that no value starts with: such a list describes values instead of naming them. */
const DESCRIBES: RegExp =
  /^(?:an?|the|its|their|your|our|his|her|any|all|some|this|that|these|if|when|where) /i;
/** Parts of a date pattern. */
const PLACEHOLDER: RegExp = /^(?:d{1,4}|m{1,4}|y{2,4}|h{1,2}|s{1,2}|and|or|etc)$/i;
/** What makes a list of words one of values: "or", or bars and slashes between all of them. */
const IS_CHOICE: RegExp = /\||\s(?:or|oder|ou|o)\s|^[^,\s]+\/[^,\s]+\/[^,\s]+$/i;

/**
 * The values that a description lists, quoted or not, such as "one of low, medium, high". If the
 * property's name `allows` it, so does "low, medium or high" without an introduction. Omits values
 * outside the bounds.
 */
export function choicesIn(
  description: string,
  { least, most }: TextBounds,
  allows: boolean,
): readonly string[] {
  if (description === "") return [];
  const found = listedIn(description);
  const choices = found.length > 1 || !allows ? found : hintedIn(description);
  return choices.filter(({ length }) => length >= least && length <= most);
}

function listedIn(description: string): readonly string[] {
  for (const quotes of [QUOTED, ONLY_QUOTED]) {
    const [, quoted = ""] = quotes.exec(description) ?? [];
    const found = [...quoted.matchAll(/["'`“‘]([^"'`”’]+)["'`”’]/g)].map(([, text = ""]) => text);
    if (found.length > 1) return [...new Set(found)];
  }
  const [, announced = ""] = ANNOUNCED.exec(description) ?? [];
  const [, oneOf = ""] = ONE_OF.exec(description) ?? [];
  const [, enclosed = ""] = IN_PARENTHESES.exec(description) ?? [];
  return firstList([
    [announced, ITEM],
    [oneOf, LONE_ITEM],
    [IS_CHOICE.test(enclosed) ? enclosed : "", LONE_ITEM],
  ]);
}

function hintedIn(description: string): readonly string[] {
  const [whole = ""] = WHOLE.exec(description) ?? [];
  const [, told = ""] = AFTER_COLON.exec(description) ?? [];
  const [, last = ""] = AT_END.exec(description) ?? [];
  const isList = IS_CHOICE.test(whole) || /^[^,]+(?:,[^,]+){2,}$/.test(whole);
  return firstList([
    [isList ? whole.replace(/\.$/, "") : "", LONE_ITEM],
    [told, LONE_ITEM],
    [last, LONE_ITEM],
  ]);
}

function firstList(texts: readonly (readonly [string, RegExp])[]): readonly string[] {
  for (const [text, item] of texts) {
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
