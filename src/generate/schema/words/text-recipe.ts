import type { Hints } from "./hints.ts";
import { nameTable, tellingWords } from "./name-table.ts";
import { nameWords } from "./name-words.ts";
import type { Recipe } from "./recipe.ts";
import { TEXT_DESCRIPTIONS } from "./text-descriptions.ts";
import { TEXT_NAMES } from "./text-names.ts";

const TABLE = nameTable(TEXT_NAMES);

/** How to write the text of a property, by what its schema says of it; undefined where that is nothing. */
export function textRecipe({ name, owner, titles, description }: Hints): Recipe | undefined {
  return (
    (owner === undefined ? recipeOfName(name) : ownedRecipe(owner, name)) ??
    titles.map(recipeOfName).find((recipe) => recipe !== undefined) ??
    TEXT_DESCRIPTIONS.find(([words]) => words.test(description))?.[1]
  );
}

function recipeOfName(name: string): Recipe | undefined {
  const words = nameWords(name);
  const phrase = TABLE.ofTail(words, 2);
  if (phrase !== undefined) return phrase;
  if (words.length > 1 && words.at(-1) === "name") return nameRecipe(words.slice(0, -1));
  if (words.length > 1 && QUESTIONS.has(words[0] ?? "")) return TABLE.ofTail(["is"]);
  return TABLE.ofTail(words) ?? TABLE.ofTail(tellingWords(name));
}

/** Words that begin the name of what is so or is not. */
const QUESTIONS: ReadonlySet<string> = new Set("are can did does has is should was".split(" "));

/** Words for what holds data, which say nothing of what it is. */
const HOLDERS: ReadonlySet<string> = new Set(
  "attribute basic body data detail extraction header info information input object output payload personal profile properties record request response result root row schema".split(
    " ",
  ),
);

/** What `name` is depends on whose it is, and in some cases so do the others. */
function ownedRecipe(owner: string, name: string): Recipe | undefined {
  const words = nameWords(owner);
  const [key = ""] = nameWords(name);
  const isVague = words.length === 0 || words.some((word) => HOLDERS.has(word));
  if (key === "name" && !isVague) return nameRecipe(words);
  return TABLE.ofTail([...words, key], 2) ?? recipeOfName(name);
}

/** A recipe that is a name itself: no sentence, no code, no address of any kind. */
const NAME: RegExp = /^[A-Za-z' ]*(?:\{[A-Za-z]+\}[A-Za-z' ]*)+$/;
const PLAIN_NAME: Recipe = "{names}";

/** The name of what some words call: of a company a company's, and of what is unknown some name. */
function nameRecipe(words: readonly string[]): Recipe {
  const recipe = TABLE.ofTail(words);
  return recipe !== undefined && NAME.test(recipe) ? recipe : PLAIN_NAME;
}
