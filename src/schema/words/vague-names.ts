import { nameWords } from "./name-words.ts";

/** Words that say of a property no more than that it is one, or that could be said of nearly all. */
const VAGUE: ReadonlySet<string> = new Set(
  "a answer ausgabe arg argument attr attribute b bar baz body c campo cell champ code col column content d data detail details e element entry feld field foo info information input item key kind label main name no num number obj object out output param parameter part prop property raw res response result something str string test text thing title type val value var variable x valeur valor valore wert y z".split(
    " ",
  ),
);

/** Whether a name says little of what its value is, so that a description counts for more. */
export function isVagueName(name: string): boolean {
  const words = nameWords(name).map((word) => word.replace(/\d+$/, ""));
  return words.every((word) => word === "" || VAGUE.has(word));
}
