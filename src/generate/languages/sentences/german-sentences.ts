import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in German. */
export const GERMAN_SENTENCES: Sentences = {
  openings: frames(`
    Im Kern geht es um „{t}“.
    Kurz gesagt: Es geht um „{t}“.
    Im Mittelpunkt des Textes steht „{t}“.
    Das wichtigste Thema ist „{t}“.
    Das entscheidende Stichwort ist „{t}“.
    Zusammengefasst dreht sich alles um „{t}“.
    Die wichtigste Angabe ist „{t}“.
    Als Erstes fällt „{t}“ auf.
    Das zentrale Anliegen ist „{t}“.
    Am deutlichsten wird der Text bei „{t}“.
    Insgesamt liegt der Schwerpunkt auf „{t}“.
    Die Nachricht handelt vor allem von „{t}“.
    Letztlich läuft alles auf „{t}“ hinaus.
    Zuerst ist „{t}“ zu nennen.
    Dem Text zufolge kommt es auf „{t}“ an.
    Die kurze Antwort hängt von „{t}“ ab.
    So wie es beschrieben ist, geht es hauptsächlich um „{t}“.
    Der Wortwahl nach hat „{t}“ Vorrang.
    Eines macht der Text deutlich: „{t}“ ist wichtig.
    Ausschlaggebend ist „{t}“.
    Der wesentliche Punkt ist „{t}“.
    Die Anfrage betrifft vor allem „{t}“.
    Genau gelesen geht es um „{t}“.
    Das größte Gewicht hat im Text „{t}“.
    Von allem, was erwähnt wird, ist „{t}“ am wichtigsten.
    Besonders wichtig scheint hier „{t}“ zu sein.
    Zwei Themen fallen auf: „{t}“ und „{t}“.
    Der Text verbindet „{t}“ mit „{t}“.
    Der Schwerpunkt liegt auf „{t}“, daneben auch auf „{t}“.
    Erwähnt werden „{t}“ und „{t}“, wobei das Erste mehr Gewicht hat.
    Es gibt zwei Teile: „{t}“ und „{t}“.
    Hauptthema ist „{t}“, gefolgt von „{t}“.
    Hier hängen „{t}“ und „{t}“ zusammen.
    Der Text führt von „{t}“ zu „{t}“.
    Das Verhältnis von „{t}“ und „{t}“ ist der Kern der Sache.
    Ausgangspunkt ist „{t}“, und „{t}“ ergibt sich daraus.
    Im Wesentlichen geht es um „{t}“ und die Folgen für „{t}“.
    Der Text wägt „{t}“ gegen „{t}“ ab.
    Am besten beginnt man mit „{t}“ und kommt dann zu „{t}“.
    Alles dreht sich um „{t}“ und „{t}“.
  `),
  continuations: frames(`
    Was zu „{t}“ gesagt wird, ist eindeutig.
    Die Formulierung zu „{t}“ lässt etwas Spielraum.
    Dagegen spielt „{t}“ eine kleinere Rolle.
    Das zeigt auch, warum „{t}“ und „{t}“ zusammengehören.
    Der Hinweis auf „{t}“ stützt diese Lesart.
    Nichts im Text widerspricht „{t}“.
    Allerdings bleibt offen, wie „{t}“ zu verstehen ist.
    Nur am Rande wird „{t}“ erwähnt.
    Die Angabe „{t}“ liefert nützlichen Kontext.
    Außerdem ist „{t}“ zu beachten.
    Vieles erklärt sich durch „{t}“.
    Mehr sagt der Text über „{t}“ nicht.
    Im Vergleich zu „{t}“ ist „{t}“ nebensächlich.
    Wo „{t}“ unklar ist, hilft „{t}“ weiter.
    Sowohl „{t}“ als auch „{t}“ weisen in dieselbe Richtung.
    Ohne „{t}“ wäre der Rest schwer zu erklären.
    Das passt zu dem, was über „{t}“ gesagt wird.
    Dasselbe gilt für „{t}“.
    Die Bedeutung von „{t}“ wird leicht unterschätzt.
    Die genaueste Angabe ist „{t}“.
    Gegen „{t}“ spricht nichts unmittelbar.
    Wörtlich genommen braucht „{t}“ keine weitere Erklärung.
    Der Zusammenhang von „{t}“ und „{t}“ ist plausibel.
    Es liegt nahe, „{t}“ so zu verstehen.
    Dass „{t}“ erwähnt wird, ist wohl kein Zufall.
    Einige Fragen zu „{t}“ bleiben offen.
    Den Ton für den Rest gibt „{t}“ vor.
    Einzelheiten wie „{t}“ machen den Text greifbarer.
    Das passt gut zu „{t}“.
    Mehr als es scheint, hängt „{t}“ von „{t}“ ab.
    Erst kommt „{t}“, dann „{t}“, auch der Bedeutung nach.
    Der Text behandelt „{t}“ als Tatsache.
    Ein weiterer Punkt ist „{t}“.
    Die Wortwahl „{t}“ ist aufschlussreich.
    Man kann „{t}“ auf mehr als eine Weise lesen.
    Ein zweiter Blick auf „{t}“ bestätigt das.
    Nicht ganz klar ist, wie „{t}“ mit „{t}“ zusammenhängt.
    Den meisten Kontext liefert „{t}“.
    Mehr als eine Randbemerkung ist „{t}“.
    Damit bleibt „{t}“ die wahrscheinlichste Erklärung.
    Die Betonung von „{t}“ ist gewollt.
    In diesem Zusammenhang hat „{t}“ eine klare Bedeutung.
    Ähnliches gilt für „{t}“ und „{t}“.
    Was über „{t}“ gesagt wird, ist auch für „{t}“ von Belang.
    Darüber hinaus verdient „{t}“ Aufmerksamkeit.
    Allein würde „{t}“ nicht genügen.
    Mit „{t}“ ändert sich der Ton ein wenig.
    Der Rest ergibt sich aus „{t}“.
  `),
  advice: frames(`
    Als Nächstes lohnt sich ein genauerer Blick auf „{t}“.
    Zuerst sollte „{t}“ geklärt werden.
    Vor einer Entscheidung sollte man „{t}“ prüfen.
    Am besten beginnt man mit „{t}“ und wendet sich dann „{t}“ zu.
    Auch „{t}“ sollte man im Auge behalten.
    Wenn möglich, sollte man zu „{t}“ nachfragen.
    Ein Vergleich von „{t}“ mit „{t}“ schafft Klarheit.
    Um „{t}“ sollte man sich bald kümmern.
    Man sollte darauf achten, „{t}“ nicht zu übersehen.
    Es empfiehlt sich, „{t}“ zu dokumentieren.
    Am besten lässt man sich „{t}“ bestätigen.
    Ein Termin zur Prüfung von „{t}“ wäre sinnvoll.
  `),
  questions: frames(`
    Was bedeutet „{t}“ für „{t}“?
    Wie hängt „{t}“ mit „{t}“ zusammen?
    Welche Rolle spielt „{t}“?
    Warum wird „{t}“ erwähnt?
    Wie geht es mit „{t}“ weiter?
    Was ist sonst über „{t}“ bekannt?
  `),
  replies: frames(`
    Vielen Dank für Ihre Nachricht zu „{t}“. Wir kümmern uns darum und melden uns bald bei Ihnen.
    Danke für Ihren Hinweis zu „{t}“. Unser Team sieht sich das bereits an.
    Vielen Dank für Ihre Rückmeldung zu „{t}“. Wir haben sie an die zuständige Abteilung weitergegeben.
    Danke, dass Sie uns wegen „{t}“ geschrieben haben. Können Sie uns noch ein paar Einzelheiten nennen?
    Wir haben Ihre Nachricht zu „{t}“ erhalten und antworten innerhalb eines Werktags.
    Danke für Ihre Nachricht zu „{t}“. Sagen Sie uns gern, wenn wir noch etwas für Sie tun können.
  `),
  firstSteps: frames(`
    In der Eingabe geht es um „{t}“, also ist das der Anfang.
    Zuerst zu dem, was über „{t}“ gesagt wird.
    Die Frage dreht sich um „{t}“.
    Am genauesten ist die Angabe „{t}“, damit beginne ich.
    Wonach wird gefragt? Es geht um „{t}“.
  `),
  middleSteps: frames(`
    „{t}“ wird zusammen mit „{t}“ genannt, das grenzt es ein.
    Von „{t}“ und „{t}“ ist das Erste wichtiger.
    Nichts in der Eingabe widerspricht dem, was zu „{t}“ gesagt ist.
    Auch „{t}“ spricht für diesen Schluss.
    Noch einmal zu „{t}“: Es bleibt dabei.
    Zwar ließe sich „{t}“ anders lesen, doch der Kontext ist eindeutig.
    Sonst wird noch „{t}“ erwähnt, das ändert wenig.
  `),
  propertySteps: frames(`
    Für \`{o}\` ist vor allem „{t}“ von Belang.
    Der Wert von \`{o}\` muss zu „{t}“ passen.
    \`{o}\` ergibt sich aus „{t}“.
    Um \`{o}\` auszufüllen, hilft „{t}“.
  `),
  lastSteps: frames(`
    Damit ist es geklärt, die Antwort kann geschrieben werden.
    Mit „{t}“ ist nichts mehr offen.
    Die Antwort folgt aus „{t}“.
    Alles passt zusammen, das ist also die Antwort.
  `),
};
