import { type Language, wordsIn } from "./language.ts";
import { GERMAN_SENTENCES } from "./sentences/german-sentences.ts";

/** German. */
export const GERMAN: Language = {
  code: "de",
  commonWords: wordsIn(`
    der die das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr mein meine meinen meiner dein deine sein
    seine ihre ihren unser unsere mit von vom zu zum zur auf für im in am an aus bei nach über unter vor durch gegen ohne um als
    auch aber oder wenn wie was wer wo wann warum welche welcher welches dass weil denn doch noch nur schon sehr so sich sind
    war waren wird werden wurde wurden hat habe haben hatte kann können muss müssen soll sollen will wollen möchte bitte danke
    hallo diese dieser dieses diesen dem den des mir mich dir dich uns euch ihm ihn ihnen kein keine keinen man mehr immer hier
    dort dann damit dabei seit bis zwischen nichts etwas alle alles viel viele berechne
  `),
  stopWords: new Set(
    wordsIn(`
      der die das und ist nicht ein eine einen einem einer eines ich du er sie es wir ihr mein meine meinen meiner dein deine sein
      seine ihre ihren unser unsere mit von vom zu zum zur auf für im in am an aus bei nach über unter vor durch gegen ohne um als
      auch aber oder wenn wie was wer wo wann warum welche welcher welches dass weil denn doch noch nur schon sehr so sich sind
      war waren wird werden wurde wurden hat habe haben hatte kann können muss müssen soll sollen will wollen möchte bitte danke
      hallo diese dieser dieses diesen dem den des mir mich dir dich uns euch ihm ihn ihnen kein keine keinen man mehr immer hier
      dort dann damit dabei seit bis zwischen nichts etwas alle alles viel viele fasse zusammen erkläre erklären schreibe
      guten grüße gruß liebe lieber leider sofort ständig schreiben gib nenne übersetze text folgenden folgende
      berechne berechnen gibt hilf funktioniert wäre jetzt kurze kurzen kurzer vielen
    `),
  ),
  isNoun,
  ...GERMAN_SENTENCES,
};

function isNoun(word: string): boolean {
  const first = word.charAt(0);
  return first !== first.toLowerCase();
}
