import { type Language, wordsIn } from "./language.ts";
import { FRENCH_SENTENCES } from "./sentences/french-sentences.ts";

/** French. */
export const FRENCH: Language = {
  code: "fr",
  commonWords: wordsIn(`
    le la les un une des du de et est sont était ne pas je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre
    nos votre vos leur leurs ce cet cette ces qui que quoi dont où quand comment pourquoi quel quelle quels quelles dans sur
    sous avec sans pour par chez entre vers depuis pendant mais ou donc car si plus moins très bien aussi encore déjà toujours
    jamais être avoir été ai as avons avez ont fait faire peut peux doit veux voudrais merci bonjour au aux en se lui même tout
    tous toute toutes rien quelque comme alors après avant ici l d qu n c j combien fois
  `),
  stopWords: new Set(
    wordsIn(`
      le la les un une des du de et est sont était ne pas je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre
      nos votre vos leur leurs ce cet cette ces qui que quoi dont où quand comment pourquoi quel quelle quels quelles dans sur
      sous avec sans pour par chez entre vers depuis pendant mais ou donc car si plus moins très bien aussi encore déjà toujours
      jamais être avoir été ai as avons avez ont fait faire peut peux doit veux voudrais merci bonjour au aux en se lui même tout
      tous toute toutes rien quelque comme alors après avant ici l d qu n c j résume résumez résumer explique expliquez expliquer
      écris écrivez donne donnez traduis traduisez texte suivant suivante plaît
      combien fois font fonctionne fonctionnent est-ce est-il est-elle sont-ils sont-elles
    `),
  ),
  ...FRENCH_SENTENCES,
};
