import { Beginnings, isPartAt } from "../text/beginnings.ts";
import { type Scan, scannedInLowerCase } from "../text/scan.ts";
import { Sign } from "../text/word-runs.ts";

/** A beginning of words, or several words, and the index of the label that it shows. */
type Clue = { readonly text: string; readonly label: number };

const EAST_ASIAN: RegExp = /[\u3041-\ud7a3]/;
/** Shorter clues are whole words. */
const SHORTEST_STEM = 3;

const NOT_IN_WORD: RegExp = /[^\p{L}\p{N}]/u;

/** Finds which labels an input is about; prepared once for each list of labels. */
export class LabelIndex {
  readonly #clues = new Beginnings<Clue>();
  /** Clues in scripts without spaces, or with endings on each word. */
  readonly #passages: Clue[] = [];
  readonly #count: number;

  /** Each label is a list of beginnings of words in lowercase. */
  constructor(labels: readonly (readonly string[])[]) {
    this.#count = labels.length;
    for (const [label, words] of labels.entries()) {
      for (const text of words) {
        if (EAST_ASIAN.test(text)) this.#passages.push({ text, label });
        else if (text.length < SHORTEST_STEM) this.#clues.addWord(text, { text, label });
        else this.#add({ text, label });
      }
    }
  }

  /** Of several words, only the first is looked up. */
  #add(clue: Clue): void {
    const [first = ""] = clue.text.split(NOT_IN_WORD, 1);
    if (first.length < SHORTEST_STEM && first !== clue.text) this.#clues.addWord(first, clue);
    else this.#clues.addStem(first, clue);
  }

  /** The first word of an input that shows a label. */
  firstWordIn(text: string): string | undefined {
    const { runs, starts, lower, signs } = scannedInLowerCase(text);
    if ((signs & Sign.nonLatin) !== 0) {
      const passage = this.#passages.find((clue) => text.includes(clue.text));
      if (passage !== undefined) return passage.text;
    }
    for (let at = 0; at < runs.length; at++)
      for (const clue of this.#clues.at(starts[at] ?? 0))
        if (isPartAt(lower, clue.text, runs.start(at)))
          return text.slice(
            runs.start(at),
            Math.max(runs.end(at), runs.start(at) + clue.text.length),
          );
    return undefined;
  }

  /** How many words of an input show each label. */
  countIn(text: string): readonly number[] {
    const scan = scannedInLowerCase(text);
    const counts: number[] = [];
    for (let label = 0; label < this.#count; label++) counts.push(0);
    if ((scan.signs & Sign.nonLatin) !== 0)
      for (const { text: passage, label } of this.#passages)
        if (text.includes(passage)) counts[label] = (counts[label] ?? 0) + 1;
    const { starts } = scan;
    const { length } = scan.runs;
    const clues = this.#clues;
    for (let at = 0; at < length; at++)
      if (clues.has(starts[at] ?? 0)) countAt(clues.at(starts[at] ?? 0), scan, { at, counts });
    return counts;
  }
}

function countAt(
  clues: readonly Clue[],
  { lower, runs }: Scan,
  { at, counts }: { readonly at: number; readonly counts: number[] },
): void {
  const start = runs.start(at);
  for (let i = 0; i < clues.length; i++) {
    const clue = clues[i];
    if (clue !== undefined && isPartAt(lower, clue.text, start))
      counts[clue.label] = (counts[clue.label] ?? 0) + 1;
  }
}

/** What customers write about. */
const NOUNS: readonly string[] =
  "account|invoice|bill|payment|order|delivery|parcel|package|shipment|refund|subscription|password|login|app|website|warranty|shipping address|discount|contract|booking|flight|appointment|konto|rechnung|zahlung|bestellung|lieferung|lieferadresse|paket|rückerstattung|abonnement|passwort|garantie|vertrag|buchung|termin|colis|commande|facture|remboursement|paquete|pedido|factura|reembolso|pacco|ordine|fattura|rimborso|encomenda|fatura|pakket|bestelling|factuur|注文|荷物|配送|返金|請求|ログイン|パスワード|アプリ|領収書|解約|サポート|订单|快递|退款|发票|密码|주문|택배|환불|비밀번호".split(
    "|",
  );
let index: LabelIndex | undefined;

/** The first word of an input that is something customers usually write about. */
export function firstConcern(text: string): string | undefined {
  index ??= new LabelIndex([NOUNS]);
  return index.firstWordIn(text);
}
