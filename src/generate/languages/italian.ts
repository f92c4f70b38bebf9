import { frames } from "../text/frames.ts";
import { type Language, wordsIn } from "./language.ts";

/** Italian. */
export const ITALIAN: Language = {
  code: "it",
  commonWords: wordsIn(`
    il lo la i gli le un uno una di del dello della dei degli delle e è sono era non io tu lui lei noi voi loro mio mia miei mie
    tuo tua suo sua nostro nostra questo questa questi queste quello quella che chi cosa quando come dove perché quale quali per
    con senza su sul sulla tra fra da dal dalla nel nella nei nelle al alla ai alle ma o se più meno molto anche ancora già
    sempre mai essere stato stata ha ho hanno fatto fare può posso deve voglio vorrei grazie ciao buongiorno si mi ti ci vi ne
    in tutto tutti tutta niente qualcosa altro l d c
  `),
  stopWords: new Set(
    wordsIn(`
      il lo la i gli le un uno una di del dello della dei degli delle e è sono era non io tu lui lei noi voi loro mio mia miei mie
      tuo tua suo sua nostro nostra questo questa questi queste quello quella che chi cosa quando come dove perché quale quali per
      con senza su sul sulla tra fra da dal dalla nel nella nei nelle al alla ai alle ma o se più meno molto anche ancora già
      sempre mai essere stato stata ha ho hanno fatto fare può posso deve voglio vorrei grazie ciao buongiorno si mi ti ci vi ne
      in tutto tutti tutta niente qualcosa altro l d c riassumi riassumere spiega spiegare scrivi traduci testo seguente favore
      dimmi
    `),
  ),
  openings: frames(`
    In sostanza si tratta di «{t}» e di «{t}».
    In breve, tutto dipende da «{t}» e poi da «{t}».
    Il testo parla soprattutto di «{t}» e accenna anche a «{t}».
    Ci sono due aspetti: «{t}» da una parte, «{t}» dall'altra.
    Spicca «{t}», ma anche «{t}» merita attenzione.
    Nel complesso, «{t}» e «{t}» vanno nella stessa direzione.
    {p} lo riassumerebbe così: «{t}», e poco altro.
    Per quanto riguarda «{t}», la risposta è piuttosto positiva.
    Il punto principale è che «{t}» cambia la lettura di «{t}».
    Secondo il testo, «{t}» conta più di «{t}».
    La questione di «{t}» è chiara, quella di «{t}» solo in parte.
    Al centro c'è «{t}», e «{t}» ne è la conseguenza.
  `),
  continuations: frames(`
    Il riferimento a «{t}» invita alla prudenza.
    Questo mostra anche perché «{t}» e «{t}» vanno insieme.
    Al contrario, «{t}» ha un ruolo minore.
    {p}, di {c}, fa un'osservazione simile su «{t}».
    Detto questo, «{t}» resta aperto a più interpretazioni.
    Circa {k} casi su cento riguardano «{t}».
    Le parole usate per «{t}» lasciano spazio al dubbio.
    Niente di tutto ciò esclude «{t}».
    Dove «{t}» non è chiaro, «{t}» dà un'indicazione migliore.
    Con il tempo, «{t}» acquista peso.
    Ciò concorda con quanto {c} riferisce su «{t}».
    Ciò che vale per «{t}» vale anche per «{t}».
  `),
  advice: frames(`
    Per questo conviene verificare «{t}».
    In pratica, conviene cominciare da «{t}».
    Il passo successivo è confrontare «{t}» con «{t}».
    Va tenuto presente anche «{t}».
  `),
  questions: frames(`
    Che cosa significa «{t}» per «{t}»?
    Che legame c'è tra «{t}» e «{t}»?
    Che ruolo ha «{t}»?
  `),
  firstSteps: frames(`
    Il testo parla di «{t}», quindi si parte da lì.
    Per prima cosa, vediamo che cosa si dice di «{t}».
    La domanda riguarda «{t}».
  `),
  middleSteps: frames(`
    «{t}» compare accanto a «{t}», il che restringe il campo.
    Tra «{t}» e «{t}», la prima lettura è la più probabile.
    Niente nel testo contraddice quanto detto su «{t}».
    Un ultimo controllo su «{t}»: regge ancora.
  `),
  propertySteps: frames(`
    Per \`{o}\`, la parte rilevante è «{t}».
    Il valore di \`{o}\` deve accordarsi con «{t}».
    \`{o}\` si ricava da «{t}».
  `),
  lastSteps: frames(`
    Con questo è chiaro: la risposta si può scrivere.
    Con «{t}» non resta più nulla in sospeso.
    La risposta si ricava da «{t}».
  `),
};
