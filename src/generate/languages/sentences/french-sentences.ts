import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in French. */
export const FRENCH_SENTENCES: Sentences = {
  openings: frames(`
    L'essentiel ici, c'est « {t} ».
    En bref, il s'agit de « {t} ».
    Le texte porte sur « {t} ».
    Au fond, c'est une question de « {t} ».
    Le sujet principal est « {t} ».
    En résumé, tout tourne autour de « {t} ».
    Le détail le plus important est « {t} ».
    Ce qui frappe d'abord, c'est « {t} ».
    Le point central est « {t} ».
    Commençons par « {t} », qui ressort le plus nettement.
    Dans l'ensemble, l'accent est mis sur « {t} ».
    Le message concerne surtout « {t} ».
    Pour résumer, tout ramène à « {t} ».
    La première chose à noter est « {t} ».
    D'après le texte, « {t} » est déterminant.
    La réponse courte dépend de « {t} ».
    D'après la description, « {t} » est la préoccupation principale.
    À en juger par les mots choisis, « {t} » passe en premier.
    Le texte est clair sur un point : « {t} » compte.
    Tout se résume à « {t} ».
    L'élément décisif est « {t} ».
    La demande concerne avant tout « {t} ».
    Une lecture attentive conduit à « {t} ».
    Le texte donne le plus de poids à « {t} ».
    De tout ce qui est mentionné, « {t} » est le plus pertinent.
    Ce qui importe ici, c'est « {t} ».
    Deux sujets se détachent : « {t} » et « {t} ».
    Le texte relie « {t} » à « {t} ».
    L'accent est mis sur « {t} » et, dans une moindre mesure, sur « {t} ».
    Le texte mentionne « {t} » et « {t} », et le premier compte davantage.
    Il y a deux parties : « {t} » et « {t} ».
    Le thème principal est « {t} », suivi de « {t} ».
    Il existe un lien entre « {t} » et « {t} ».
    Le texte passe de « {t} » à « {t} ».
    Le rapport entre « {t} » et « {t} » est au cœur du sujet.
    Le point de départ est « {t} », et « {t} » en découle.
    Pour l'essentiel, il est question de « {t} » et de son effet sur « {t} ».
    Le texte met en balance « {t} » et « {t} ».
    Mieux vaut commencer par « {t} », puis passer à « {t} ».
    Tout tourne autour de « {t} » et de « {t} ».
  `),
  continuations: frames(`
    Ce qui est dit de « {t} » est clair.
    La formulation autour de « {t} » laisse une certaine marge d'interprétation.
    En revanche, « {t} » joue un rôle plus limité.
    Cela montre aussi pourquoi « {t} » et « {t} » vont ensemble.
    La référence à « {t} » appuie cette lecture.
    Rien dans le texte ne contredit « {t} ».
    Cela dit, « {t} » reste ouvert à l'interprétation.
    Le texte n'évoque « {t} » qu'en passant.
    La précision « {t} » apporte un contexte utile.
    Par ailleurs, « {t} » mérite d'être noté.
    Beaucoup de choses s'expliquent par « {t} ».
    Le texte n'en dit pas plus sur « {t} ».
    Par rapport à « {t} », « {t} » est secondaire.
    Si « {t} » n'est pas clair, « {t} » donne un meilleur indice.
    « {t} » et « {t} » vont dans le même sens.
    Sans « {t} », le reste serait difficile à expliquer.
    Cela correspond à ce qui est dit de « {t} ».
    Il en va de même pour « {t} ».
    On sous-estime facilement le rôle de « {t} ».
    Le détail le plus précis est « {t} ».
    Rien ne plaide directement contre « {t} ».
    Pris à la lettre, « {t} » se passe d'explication.
    Le lien entre « {t} » et « {t} » est plausible.
    Il est logique de lire « {t} » ainsi.
    La mention de « {t} » n'est sans doute pas un hasard.
    Quelques questions demeurent au sujet de « {t} ».
    « {t} » donne le ton du reste.
    Des détails comme « {t} » rendent le texte plus concret.
    Cela s'accorde bien avec « {t} ».
    « {t} » dépend de « {t} » plus qu'il n'y paraît.
    « {t} » passe avant « {t} », dans le texte comme en importance.
    Le texte considère « {t} » comme un fait.
    Un autre point est « {t} ».
    Le choix du terme « {t} » est révélateur.
    On peut lire « {t} » de plusieurs façons.
    Une seconde lecture de « {t} » le confirme.
    Le rapport entre « {t} » et « {t} » n'est pas tout à fait clair.
    L'essentiel du contexte vient de « {t} ».
    « {t} » est plus qu'une remarque en passant.
    L'explication la plus probable reste donc « {t} ».
    L'insistance sur « {t} » est voulue.
    Dans ce contexte, « {t} » a un sens précis.
    On peut en dire autant de « {t} » et de « {t} ».
    Ce qui est dit de « {t} » compte aussi pour « {t} ».
    Au-delà, « {t} » mérite de l'attention.
    À lui seul, « {t} » ne suffirait pas.
    Le ton change un peu avec « {t} ».
    Le reste découle de « {t} ».
  `),
  advice: frames(`
    Prochaine étape : examiner « {t} » de plus près.
    Il serait utile de clarifier d'abord « {t} ».
    Mieux vaut vérifier « {t} » avant de décider.
    Il convient de commencer par « {t} », puis de passer à « {t} ».
    Il faut aussi garder « {t} » à l'esprit.
    Si possible, demandez plus d'informations sur « {t} ».
    Comparer « {t} » avec « {t} » permettrait d'y voir plus clair.
    Il faudrait s'occuper de « {t} » sans tarder.
    Veillez à ne pas oublier « {t} ».
    Il est conseillé de documenter « {t} ».
    Faites confirmer « {t} » par l'auteur du message.
    Fixez une date pour revoir « {t} ».
  `),
  questions: frames(`
    Que signifie « {t} » pour « {t} » ?
    Quel est le rapport entre « {t} » et « {t} » ?
    Quel rôle joue « {t} » ?
    Pourquoi « {t} » est-il mentionné ?
    Que faut-il faire ensuite pour « {t} » ?
    Que sait-on d'autre sur « {t} » ?
  `),
  replies: frames(`
    Merci pour votre message au sujet de « {t} ». Nous allons nous en occuper et revenir vers vous rapidement.
    Merci de nous avoir signalé « {t} ». Notre équipe s’en occupe déjà.
    Merci pour votre retour sur « {t} ». Nous l’avons transmis au service concerné.
    Merci de nous avoir écrit au sujet de « {t} ». Pourriez-vous nous donner quelques précisions ?
    Nous avons bien reçu votre message concernant « {t} » et vous répondrons sous un jour ouvré.
    Merci pour votre message concernant « {t} ». N’hésitez pas à nous recontacter si besoin.
  `),
  firstSteps: frames(`
    Le texte parle de « {t} », commençons donc par là.
    D'abord, voyons ce qui est dit de « {t} ».
    La question porte sur « {t} ».
    Partons du détail le plus précis : « {t} ».
    Que demande-t-on ? Il s'agit de « {t} ».
  `),
  middleSteps: frames(`
    « {t} » est cité avec « {t} », ce qui précise les choses.
    Entre « {t} » et « {t} », le premier compte davantage.
    Rien dans le texte ne contredit ce qui est dit de « {t} ».
    « {t} » va dans le même sens.
    Dernière vérification de « {t} » : cela tient toujours.
    On pourrait lire « {t} » autrement, mais le contexte est clair.
    Le reste ajoute « {t} », ce qui change peu de choses.
  `),
  propertySteps: frames(`
    Pour \`{o}\`, l'élément utile est « {t} ».
    La valeur de \`{o}\` doit s'accorder avec « {t} ».
    \`{o}\` découle de « {t} ».
    Pour remplir \`{o}\`, regardons « {t} ».
  `),
  lastSteps: frames(`
    C'est réglé : la réponse peut être rédigée.
    Avec « {t} », il ne reste rien à éclaircir.
    La réponse découle de « {t} ».
    Tout concorde, voici donc la réponse.
  `),
};
