import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** German. */
export const GERMAN: Language = {
  code: "de",
  commonWords: wordsIn(`
    der die das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr mein meine meinen meiner dein deine sein
    seine ihre ihren unser unsere mit von vom zu zum zur auf für im in am an aus bei nach über unter vor durch gegen ohne um als
    auch aber oder wenn wie was wer wo wann warum welche welcher welches dass weil denn doch noch nur schon sehr so sich sind
    war waren wird werden wurde wurden hat habe haben hatte kann können muss müssen soll sollen will wollen möchte bitte danke
    hallo diese dieser dieses diesen dem den des mir mich dir dich uns euch ihm ihn ihnen kein keine keinen man mehr immer hier
    dort dann damit dabei seit bis zwischen nichts etwas alle alles viel viele
  `),
  stopWords: new Set(
    wordsIn(`
      der die das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr mein meine meinen meiner dein deine sein
      seine ihre ihren unser unsere mit von vom zu zum zur auf für im in am an aus bei nach über unter vor durch gegen ohne um als
      auch aber oder wenn wie was wer wo wann warum welche welcher welches dass weil denn doch noch nur schon sehr so sich sind
      war waren wird werden wurde wurden hat habe haben hatte kann können muss müssen soll sollen will wollen möchte bitte danke
      hallo diese dieser dieses diesen dem den des mir mich dir dich uns euch ihm ihn ihnen kein keine keinen man mehr immer hier
      dort dann damit dabei seit bis zwischen nichts etwas alle alles viel viele fasse zusammen erkläre erklären schreibe
      schreiben gib nenne übersetze text folgenden folgende
    `),
  ),
  keyword: /^\p{Lu}/u,
  openings: frames(`
    Im Kern geht es um „{t}“ und darum, was daraus für „{t}“ folgt.
    Kurz gesagt: Entscheidend ist das Stichwort „{t}“, erst danach kommt „{t}“.
    Die Eingabe handelt vor allem von „{t}“; nebenbei wird auch „{t}“ erwähnt.
    Es gibt zwei Seiten: „{t}“ auf der einen, „{t}“ auf der anderen.
    Auffällig ist „{t}“, doch auch „{t}“ verdient einen genaueren Blick.
    Zusammen genommen weisen „{t}“ und „{t}“ in dieselbe Richtung.
    {p} würde es wohl so zusammenfassen: „{t}“, und wenig mehr.
    Was „{t}“ angeht, fällt die Antwort eher positiv aus.
    Die wichtigste Erkenntnis ist, dass „{t}“ den Blick auf „{t}“ verändert.
    Nach dem Text zu urteilen, wiegt „{t}“ schwerer als „{t}“.
    Die Frage nach „{t}“ lässt sich klar beantworten, die nach „{t}“ nur zum Teil.
    Im Mittelpunkt steht „{t}“, und „{t}“ ergibt sich daraus.
  `),
  continuations: frames(`
    Die Erwähnung von „{t}“ spricht für ein vorsichtiges Vorgehen.
    Das zeigt auch, warum „{t}“ und „{t}“ zusammengehören.
    Dagegen spielt „{t}“ eine kleinere Rolle.
    {p} von {c} argumentiert bei „{t}“ ganz ähnlich.
    Allerdings bleibt offen, wie „{t}“ zu verstehen ist.
    In rund {k} % der Fälle geht es um „{t}“.
    Die Wortwahl rund um „{t}“ lässt Raum für Zweifel.
    Nichts davon schließt „{t}“ aus.
    Wo „{t}“ unklar ist, hilft „{t}“ weiter.
    Mit der Zeit gewinnt „{t}“ an Gewicht.
    Das passt zu dem, was {c} über „{t}“ berichtet.
    Vieles, was für „{t}“ gilt, gilt auch für „{t}“.
  `),
  advice: frames(`
    Deshalb sollte „{t}“ noch einmal geprüft werden.
    In der Praxis hat es sich bewährt, mit „{t}“ zu beginnen.
    Der nächste Schritt ist, „{t}“ mit „{t}“ zu vergleichen.
    Auch „{t}“ sollte man im Auge behalten.
  `),
  questions: frames(`
    Was bedeutet „{t}“ für „{t}“?
    Wie hängt „{t}“ mit „{t}“ zusammen?
    Welche Rolle spielt „{t}“?
  `),
  firstSteps: frames(`
    In der Eingabe geht es um „{t}“, also ist das der Anfang.
    Zuerst zu dem, was über „{t}“ gesagt wird.
    Die Frage dreht sich um „{t}“.
  `),
  middleSteps: frames(`
    „{t}“ wird neben „{t}“ genannt, das grenzt es ein.
    Wägt man „{t}“ gegen „{t}“ ab, ist die erste Lesart wahrscheinlicher.
    Nichts in der Eingabe widerspricht dem, was zu „{t}“ gesagt ist.
    Noch einmal zu „{t}“: Es bleibt dabei.
  `),
  propertySteps: frames(`
    Für \`{o}\` ist vor allem „{t}“ von Belang.
    Der Wert von \`{o}\` muss zu „{t}“ passen.
    \`{o}\` ergibt sich aus „{t}“.
  `),
  lastSteps: frames(`
    Damit ist es geklärt, die Antwort kann geschrieben werden.
    Mit „{t}“ ist nichts mehr offen.
    Die Antwort folgt aus „{t}“.
  `),
};
