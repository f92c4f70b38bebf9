import { type Hints, nameWords } from "schema-values";
import { phraseOf } from "./description-phrase.ts";
import { exampleRecipe } from "./examples.ts";
import { nameTable, tellingWords } from "./name-table.ts";
import type { Recipe } from "./recipe.ts";
import { NOTATIONS, OPENINGS, TEXT_DESCRIPTIONS } from "./text-descriptions.ts";
import { TEXT_NAMES } from "./text-names.ts";
import { isVagueName } from "./vague-names.ts";

const TABLE = nameTable(TEXT_NAMES);

/** The recipe for a property's strings, from what its schema says; undefined if it says nothing. */
export function textRecipe(hints: Hints): Recipe | undefined {
  const { name, owner, titles, description } = hints;
  const named = owner === undefined ? recipeOfName(name) : ownedRecipe(owner, name);
  const isVague = isVagueName(name) && isVagueOf(owner, name);
  const own = isVague ? undefined : named;
  const notation = matching(NOTATIONS, description);
  const isOpen = own === undefined || !isProse(own);
  if (notation !== undefined && (isOpen || isBrief(description))) return notation;
  const shown = isOpen ? exampleRecipe(hints) : undefined;
  return (
    shown ??
    refined(name, description) ??
    own ??
    titles
      .filter((title) => !isVagueName(title))
      .map(recipeOfName)
      .find((it) => it !== undefined) ??
    described(description, isVague ? named : undefined) ??
    named ??
    titles.map(recipeOfName).find((recipe) => recipe !== undefined)
  );
}

const FEW_WORDS = 5;

/** Whether a description is too short to mention a notation only by the way. */
function isBrief(description: string): boolean {
  return description.trim().split(/\s+/, FEW_WORDS + 1).length <= FEW_WORDS;
}

/** Whether the name of a property's owner adds nothing to the property's own name. */
function isVagueOf(owner: string | undefined, name: string): boolean {
  const recipe = owner === undefined ? undefined : owned(owner, name);
  return recipe === undefined || recipe === PLAIN_NAME;
}

type Descriptions = readonly (readonly [RegExp, Recipe])[];

function matching(table: Descriptions, description: string): Recipe | undefined {
  return description === "" ? undefined : table.find(([words]) => words.test(description))?.[1];
}

function isProse(recipe: Recipe): boolean {
  return recipe.endsWith("+}");
}

/**
 * A more precise recipe from the description: "Email address" for `address` gives an email address.
 */
function refined(name: string, description: string): Recipe | undefined {
  if (description === "") return undefined;
  const words = nameWords(phraseOf(description));
  const own = nameWords(name);
  const isMore = words.length > own.length && own.every((word) => words.includes(word));
  return isMore && own.length > 0 ? TABLE.ofTail(words, 2) : undefined;
}

/** The description's recipe; if the name suggests prose or a name, only an unambiguous description counts. */
function described(description: string, named: Recipe | undefined): Recipe | undefined {
  if (description === "") return undefined;
  const isVaguelyProse = named !== undefined && isProse(named);
  const opening = named === undefined ? matching(OPENINGS, description) : undefined;
  const phrase = opening ?? recipeOfName(phraseOf(description));
  if (phrase !== undefined && (named === undefined || isVaguelyProse || !isProse(phrase)))
    return phrase;
  return isVaguelyProse ? undefined : matching(TEXT_DESCRIPTIONS, description);
}

function recipeOfName(name: string): Recipe | undefined {
  const words = nameWords(name);
  if (words.length === 0) return undefined;
  const phrase = TABLE.ofTail(words, 2);
  if (phrase !== undefined) return phrase;
  if (words.length > 1 && words.at(-1) === "name") return nameRecipe(words.slice(0, -1));
  if (words.length > 1 && QUESTIONS.has(words[0] ?? "")) return TABLE.ofTail(["is"]);
  return TABLE.ofTail(words) ?? TABLE.ofTail(tellingWords(name));
}

/** Words that start the name of a boolean. */
const QUESTIONS: ReadonlySet<string> = new Set("are can did does has is should was".split(" "));

/** Words for containers of data, which say nothing about the data. */
const HOLDERS: ReadonlySet<string> = new Set(
  "attribute basic body cv data detail extraction header info information input object output payload personal profile properties record request response result resume root row schema".split(
    " ",
  ),
);

function ownedRecipe(owner: string, name: string): Recipe | undefined {
  return owned(owner, name) ?? recipeOfName(name);
}

/**
 * The recipe for a property that depends on its owner, as `name` always does and others sometimes
 * do.
 */
function owned(owner: string, name: string): Recipe | undefined {
  const words = nameWords(owner);
  const [key = ""] = nameWords(name);
  const isVague = words.length === 0 || words.some((word) => HOLDERS.has(word));
  if (key === "name" && !isVague) return nameRecipe(words);
  return TABLE.ofTail([...words, key], 2);
}

/** A recipe that is only a name: not a sentence, a code, or an address. */
const NAME: RegExp = /^[A-Za-z' ]*(?:\{[A-Za-z]+\}[A-Za-z' ]*)+$/;
const PLAIN_NAME: Recipe = "{names}";

/**
 * The recipe for the name of something: for a company, a company's name; for something unknown, a
 * generic one.
 */
function nameRecipe(words: readonly string[]): Recipe {
  const recipe = TABLE.ofTail(words);
  return recipe !== undefined && NAME.test(recipe) ? recipe : PLAIN_NAME;
}
