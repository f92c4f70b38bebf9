import { scanned } from "../../text/scan.ts";
import { Sign } from "../../text/word-runs.ts";

const CURRENCY = "[$€£¥￥₹₩]|USD|EUR|GBP|CHF|JPY|CNY|INR|KRW|円|元|원|euros?|dollars?";
const DIGITS = String.raw`\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;

/** The source of an expression for a number as people write it, with one group. */
const PLAIN_NUMBER: string = `(${DIGITS})(?![\\d%])`;

/** The source of an expression for an amount with its currency; one of its two groups has the number. */
export const MONEY: string = `(?:(?:${CURRENCY}) ?(${DIGITS})(?!\\d)|(${DIGITS}) ?(?:円|元|원|(?:${CURRENCY})(?![\\p{L}])))`;

const EAST_ASIAN: RegExp = /\d ?[円元원]/;
/** The first letters of currencies after a number, or before it. */
const LETTERS: ReadonlySet<string> = new Set(
  "EUR USD GBP CHF JPY CNY INR KRW eur Eur dol Dol".split(" "),
);
const FIRST_LETTERS = "EUGCJIKDed";
const LAST_LETTERS = "RDPFYW";
const CODE_LENGTH = 3;

/** Whether an input may state amounts, or lines of an order. */
export function mayStateAmounts(text: string): boolean {
  const { signs, numberCount, numbers, runs } = scanned(text);
  if (numberCount === 0) return false;
  if ((signs & Sign.money) !== 0) return true;
  if ((signs & Sign.nonLatin) !== 0 && EAST_ASIAN.test(text)) return true;
  for (let i = 0; i < numberCount; i++) {
    const run = numbers[i] ?? 0;
    const after = runs.end(run) + 1;
    const before = runs.start(run) - 1;
    if (text.charAt(after) === "x" || text.charAt(after - 2) === "x") return true;
    const isAfter = FIRST_LETTERS.includes(text.charAt(after));
    if (isAfter && LETTERS.has(text.slice(after, after + CODE_LENGTH))) return true;
    const isBefore = LAST_LETTERS.includes(text.charAt(before - 1));
    if (isBefore && LETTERS.has(text.slice(before - CODE_LENGTH, before))) return true;
  }
  return false;
}

const THOUSANDS: RegExp = /^\d{1,3}(?:[.,]\d{3})+$/;

/** The number that is written with a point or a comma, in either role. */
export function numberIn(written: string): number {
  if (THOUSANDS.test(written)) return Number(written.replace(/[.,]/g, ""));
  const last = Math.max(written.lastIndexOf("."), written.lastIndexOf(","));
  if (last < 0) return Number(written);
  return Number(`${written.slice(0, last).replace(/[.,]/g, "")}.${written.slice(last + 1)}`);
}

/** What amounts are called. */
const LABELS = {
  total:
    "total due|total|amount due|balance due|grand total|sum|gesamtbetrag|gesamt|rechnungsbetrag|endbetrag|summe|à payer|montant|importe|totale|totaal|合計|总计|合计|합계|総額",
  subtotal: "subtotal|sub-total|net|zwischensumme|netto|nettobetrag|sous-total|小計|小计|소계",
  tax: "vat|sales tax|tax|mwst\\.?|ust\\.?|mehrwertsteuer|tva|iva|btw|消費税|税额|增值税|부가세",
  discount: "discount|rabatt|skonto|remise|descuento|sconto|desconto|korting|割引|折扣|할인",
  shipping:
    "shipping|delivery fee|postage|versand|versandkosten|lieferung|livraison|envío|送料|运费|배송비",
} as const;

/** Kinds of amounts that inputs label. */
export type LabeledAmount = keyof typeof LABELS;

/** A label, perhaps with a percentage, and the amount after it. */
const PATTERNS = Object.fromEntries(
  Object.entries(LABELS).map(([kind, names]) => [
    kind,
    new RegExp(
      `(?<![\\p{L}])(?:${names})(?![\\p{L}])(?:[^\\d\\n$€£]{0,12}\\d+(?:[.,]\\d+)? ?%)?[^\\d\\n$€£¥￥]{0,16}(?:${MONEY}|${PLAIN_NUMBER}(?! ?[%x]))`,
      "giu",
    ),
  ]),
) as { readonly [kind in LabeledAmount]: RegExp };

/** The amount with a label, such as "Total: $12.50"; the last one, because a sum follows its terms. */
export function labeledAmount(text: string, kind: LabeledAmount): number | undefined {
  const last = [...text.matchAll(PATTERNS[kind])].at(-1);
  const written = last?.slice(1).find((group) => group !== undefined);
  return written === undefined ? undefined : numberIn(written);
}

const RATE: RegExp = new RegExp(
  `(\\d{1,2}(?:[.,]\\d{1,2})?) ?%|(?:${LABELS.tax}) ?\\(?(\\d{1,2}) ?%`,
  "iu",
);
const TAXED: RegExp = new RegExp(`(?<![\\p{L}])(?:${LABELS.tax})(?![\\p{L}])`, "iu");

/** The percentage of a tax; undefined if the input mentions no tax, or no percentage. */
export function taxRateIn(text: string): number | undefined {
  if (!TAXED.test(text)) return undefined;
  const [, rate, other] = RATE.exec(text) ?? [];
  const written = rate ?? other;
  return written === undefined ? undefined : numberIn(written);
}

const FIRST_MONEY: RegExp = new RegExp(MONEY, "iu");

/** The first amount with a currency. */
export function firstAmount(text: string): number | undefined {
  const [, before, after] = FIRST_MONEY.exec(text) ?? [];
  const written = before ?? after;
  return written === undefined ? undefined : numberIn(written);
}
