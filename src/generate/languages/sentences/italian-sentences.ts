import { frames } from "../../text/frames.ts";
import type { Sentences } from "../language.ts";

/** Sentences in Italian. */
export const ITALIAN_SENTENCES: Sentences = {
  openings: frames(`
    Il punto principale qui è «{t}».
    In breve, si tratta di «{t}».
    Il testo si concentra su «{t}».
    In fondo, è una questione di «{t}».
    Il tema chiave è «{t}».
    In sintesi, tutto ruota attorno a «{t}».
    Il dettaglio più importante è «{t}».
    La prima cosa che colpisce è «{t}».
    La questione centrale è «{t}».
    Partiamo da «{t}», che emerge con più chiarezza.
    Nel complesso, l'attenzione è su «{t}».
    Il messaggio riguarda soprattutto «{t}».
    In definitiva, tutto riconduce a «{t}».
    La prima cosa da notare è «{t}».
    In base al testo, «{t}» è il fattore decisivo.
    La risposta breve dipende da «{t}».
    Da quanto descritto, «{t}» è la preoccupazione principale.
    A giudicare dalle parole, «{t}» ha la priorità.
    Il testo chiarisce una cosa: «{t}» conta.
    Tutto si riduce a «{t}».
    Il dettaglio decisivo è «{t}».
    La richiesta riguarda anzitutto «{t}».
    Una lettura attenta porta a «{t}».
    Il testo dà il maggior peso a «{t}».
    Di tutto ciò che è citato, «{t}» è l'elemento più rilevante.
    Quello che conta qui è «{t}».
    Spiccano due temi: «{t}» e «{t}».
    Il testo collega «{t}» a «{t}».
    L'attenzione è su «{t}» e, in misura minore, su «{t}».
    Sono citati «{t}» e «{t}», e il primo pesa di più.
    Ci sono due parti: «{t}» e «{t}».
    Il tema principale è «{t}», seguito da «{t}».
    C'è un legame tra «{t}» e «{t}».
    Il testo passa da «{t}» a «{t}».
    Il rapporto tra «{t}» e «{t}» è il cuore della questione.
    Il punto di partenza è «{t}», e ne consegue «{t}».
    In sostanza, si parla di «{t}» e del suo effetto su «{t}».
    Il testo mette a confronto «{t}» e «{t}».
    Conviene cominciare da «{t}» e poi passare a «{t}».
    Tutto ruota attorno a «{t}» e «{t}».
  `),
  continuations: frames(`
    Quanto detto su «{t}» è chiaro.
    La formulazione su «{t}» lascia un certo margine di interpretazione.
    Al contrario, «{t}» ha un ruolo minore.
    Questo mostra anche perché «{t}» e «{t}» vanno insieme.
    Il riferimento a «{t}» sostiene questa lettura.
    Niente nel testo contraddice «{t}».
    Detto questo, «{t}» resta aperto all'interpretazione.
    Il testo cita «{t}» solo di sfuggita.
    Il dato «{t}» aggiunge un contesto utile.
    Inoltre, va notato «{t}».
    «{t}» spiega buona parte del resto.
    Il testo non dice molto altro su «{t}».
    Rispetto a «{t}», «{t}» è secondario.
    Se «{t}» non è chiaro, «{t}» offre un indizio migliore.
    «{t}» e «{t}» vanno nella stessa direzione.
    Senza «{t}», il resto sarebbe difficile da spiegare.
    Questo è coerente con quanto detto su «{t}».
    Lo stesso vale per «{t}».
    È facile sottovalutare il ruolo di «{t}».
    Il dettaglio più preciso è «{t}».
    Nulla parla direttamente contro «{t}».
    Preso alla lettera, «{t}» non richiede spiegazioni.
    Il collegamento tra «{t}» e «{t}» è plausibile.
    Ha senso leggere «{t}» in questo modo.
    La menzione di «{t}» probabilmente non è casuale.
    Resta qualche domanda su «{t}».
    «{t}» dà il tono al resto.
    Dettagli come «{t}» rendono il testo più concreto.
    Questo si accorda bene con «{t}».
    «{t}» dipende da «{t}» più di quanto sembri.
    «{t}» viene prima di «{t}», nel testo e per importanza.
    Il testo considera «{t}» un dato di fatto.
    Un altro punto è «{t}».
    La scelta del termine «{t}» è significativa.
    «{t}» si può leggere in più di un modo.
    Una seconda lettura di «{t}» lo conferma.
    Non è del tutto chiaro come «{t}» si colleghi a «{t}».
    Gran parte del contesto viene da «{t}».
    «{t}» è più di un'osservazione marginale.
    Resta quindi «{t}» come spiegazione più probabile.
    L'accento su «{t}» è voluto.
    In questo contesto, «{t}» ha un significato preciso.
    Lo stesso si può dire di «{t}» e «{t}».
    Quanto detto su «{t}» conta anche per «{t}».
    Oltre a ciò, «{t}» merita attenzione.
    Da solo, «{t}» non basterebbe.
    Con «{t}» il tono cambia un po'.
    Il resto si ricava da «{t}».
  `),
  advice: frames(`
    Come passo successivo, conviene esaminare meglio «{t}».
    Sarebbe utile chiarire prima «{t}».
    È meglio verificare «{t}» prima di decidere.
    Conviene iniziare da «{t}» e poi passare a «{t}».
    Va tenuto presente anche «{t}».
    Se possibile, chiedere maggiori informazioni su «{t}».
    Confrontare «{t}» con «{t}» aiuterebbe a capire.
    Bisognerebbe occuparsi presto di «{t}».
    È importante non trascurare «{t}».
    È consigliabile documentare «{t}».
    Meglio farsi confermare «{t}» da chi ha scritto.
    Conviene fissare una data per rivedere «{t}».
  `),
  questions: frames(`
    Che cosa significa «{t}» per «{t}»?
    Che rapporto c'è tra «{t}» e «{t}»?
    Che ruolo ha «{t}»?
    Perché si parla di «{t}»?
    Che cosa succederà ora con «{t}»?
    Che altro si sa di «{t}»?
  `),
  replies: frames(`
    Grazie per il Suo messaggio su «{t}». Ce ne occuperemo e Le risponderemo presto.
    Grazie per averci segnalato «{t}». Il nostro team se ne sta già occupando.
    Grazie per il Suo commento su «{t}». Lo abbiamo inoltrato al reparto competente.
    Grazie per averci scritto riguardo a «{t}». Potrebbe inviarci qualche dettaglio in più?
    Abbiamo ricevuto il Suo messaggio su «{t}» e risponderemo entro un giorno lavorativo.
    Grazie per il Suo messaggio su «{t}». Ci faccia sapere se possiamo aiutarLa in altro.
  `),
  firstSteps: frames(`
    Il testo parla di «{t}», quindi comincio da lì.
    Prima di tutto, vediamo che cosa si dice di «{t}».
    La domanda riguarda «{t}».
    Parto dal dettaglio più preciso: «{t}».
    Che cosa si chiede? Si tratta di «{t}».
  `),
  middleSteps: frames(`
    «{t}» è citato insieme a «{t}», il che restringe il campo.
    Tra «{t}» e «{t}», il primo conta di più.
    Niente nel testo contraddice quanto detto su «{t}».
    Anche «{t}» porta alla stessa conclusione.
    Un ultimo controllo su «{t}»: regge ancora.
    «{t}» si potrebbe leggere diversamente, ma il contesto è chiaro.
    Il resto aggiunge «{t}», che cambia poco.
  `),
  propertySteps: frames(`
    Per \`{o}\`, la parte rilevante è «{t}».
    Il valore di \`{o}\` deve concordare con «{t}».
    \`{o}\` si ricava da «{t}».
    Per compilare \`{o}\`, guardo «{t}».
  `),
  lastSteps: frames(`
    Così è chiarito, e la risposta si può scrivere.
    Con «{t}» non resta nulla in sospeso.
    La risposta si ricava da «{t}».
    Tutto concorda, quindi questa è la risposta.
  `),
};
