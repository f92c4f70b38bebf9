import { nameWords } from "schema-values";

/** Words that describe a property only as such, or that fit nearly every property. */
const VAGUE: ReadonlySet<string> = new Set(
  "a answer ausgabe arg argument attr attribute b bar baz body c campo cell champ code col column content d data detail details e element entry feld field foo info information input item key kind label main name no num number obj object out output param parameter part prop property raw res response result something str string test text thing title type val value var variable x valeur valor valore wert y z".split(
    " ",
  ),
);

/** Whether a name says so little about its value that a description counts for more. */
export function isVagueName(name: string): boolean {
  const words = nameWords(name).map((word) => word.replace(/\d+$/, ""));
  return words.every((word) => word === "" || VAGUE.has(word));
}
