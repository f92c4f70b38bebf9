import { type Language, wordsIn } from "./language.ts";
import { ITALIAN_SENTENCES } from "./sentences/italian-sentences.ts";

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
      quanto quanta quanti quante calcola
    `),
  ),
  ...ITALIAN_SENTENCES,
};
