import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** French. */
export const FRENCH: Language = {
  code: "fr",
  commonWords: wordsIn(`
    le la les un une des du de et est sont était ne pas je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre
    nos votre vos leur leurs ce cet cette ces qui que quoi dont où quand comment pourquoi quel quelle quels quelles dans sur
    sous avec sans pour par chez entre vers depuis pendant mais ou donc car si plus moins très bien aussi encore déjà toujours
    jamais être avoir été ai as avons avez ont fait faire peut peux doit veux voudrais merci bonjour au aux en se lui même tout
    tous toute toutes rien quelque comme alors après avant ici l d qu n c j
  `),
  stopWords: new Set(
    wordsIn(`
      le la les un une des du de et est sont était ne pas je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre
      nos votre vos leur leurs ce cet cette ces qui que quoi dont où quand comment pourquoi quel quelle quels quelles dans sur
      sous avec sans pour par chez entre vers depuis pendant mais ou donc car si plus moins très bien aussi encore déjà toujours
      jamais être avoir été ai as avons avez ont fait faire peut peux doit veux voudrais merci bonjour au aux en se lui même tout
      tous toute toutes rien quelque comme alors après avant ici l d qu n c j résume résumez résumer explique expliquez expliquer
      écris écrivez donne donnez traduis traduisez texte suivant suivante plaît
    `),
  ),
  openings: frames(`
    L'essentiel tient en deux mots : « {t} » et « {t} ».
    En bref, tout repose sur « {t} », puis sur « {t} ».
    Le texte parle surtout de « {t} » et mentionne aussi « {t} ».
    Il y a deux aspects : « {t} » d'un côté, « {t} » de l'autre.
    Le point « {t} » ressort, mais « {t} » mérite aussi un examen attentif.
    Pris ensemble, « {t} » et « {t} » vont dans le même sens.
    {p} le résumerait sans doute ainsi : « {t} », et pas grand-chose d'autre.
    En ce qui concerne « {t} », la réponse est plutôt positive.
    Il faut surtout retenir que « {t} » change la lecture de « {t} ».
    D'après le texte, « {t} » compte davantage que « {t} ».
    La question de « {t} » est claire, celle de « {t} » l'est moins.
    Au centre se trouve « {t} », et « {t} » en découle.
  `),
  continuations: frames(`
    La mention de « {t} » invite à la prudence.
    Cela montre aussi pourquoi « {t} » et « {t} » vont de pair.
    En revanche, « {t} » joue un rôle moins important.
    {p}, de {c}, fait une remarque semblable à propos de « {t} ».
    Cela dit, « {t} » reste ouvert à l'interprétation.
    Environ {k} % des cas concernent « {t} ».
    La formulation autour de « {t} » laisse place au doute.
    Rien de tout cela n'exclut « {t} ».
    Là où « {t} » n'est pas clair, « {t} » donne une meilleure indication.
    Avec le temps, « {t} » prend plus de poids.
    Cela correspond à ce que {c} rapporte sur « {t} ».
    Ce qui vaut pour « {t} » vaut aussi pour « {t} ».
  `),
  advice: frames(`
    Par conséquent, il convient de vérifier « {t} ».
    En pratique, mieux vaut commencer par « {t} ».
    L'étape suivante consiste à comparer « {t} » avec « {t} ».
    Il faut aussi garder à l'esprit « {t} ».
  `),
  questions: frames(`
    Que signifie « {t} » pour « {t} » ?
    Quel est le lien entre « {t} » et « {t} » ?
    Quel rôle joue « {t} » ?
  `),
  firstSteps: frames(`
    Le texte parle de « {t} », c'est donc le point de départ.
    D'abord, voyons ce qui est dit de « {t} ».
    La question porte sur « {t} ».
  `),
  middleSteps: frames(`
    « {t} » est cité à côté de « {t} », ce qui précise les choses.
    Entre « {t} » et « {t} », la première lecture est la plus probable.
    Rien dans le texte ne contredit ce qui est dit de « {t} ».
    Un dernier regard sur « {t} » : cela tient toujours.
  `),
  propertySteps: frames(`
    Pour \`{o}\`, le passage utile est « {t} ».
    La valeur de \`{o}\` doit s'accorder avec « {t} ».
    \`{o}\` découle de « {t} ».
  `),
  lastSteps: frames(`
    C'est réglé : la réponse peut être rédigée.
    Avec « {t} », plus rien ne reste en suspens.
    La réponse découle de « {t} ».
  `),
};
