import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { type ObjectDraft, setProperty } from "../making.ts";
import { propertiesIn } from "./mentions.ts";
import {
  type Agreement,
  isStated,
  named,
  type Properties,
  type Property,
  type Reckon,
  replace,
} from "./property.ts";

const QUANTITY =
  "quantity|qty|units|hours|nights|menge|anzahl|cantidad|quantite|quantita|quantidade";
const UNIT_PRICE =
  "unit price|price per unit|unit net price|net unit price|unit price net|price per item|item price|rate per night|price per night|nightly rate|hourly rate|unit rate|rate per hour|net price|unit cost|price each|price|einzelpreis|prix unitaire|precio unitario|prezzo unitario|preco unitario";
const SUBTOTAL =
  "subtotal|sub total|net amount|amount net|sum net|total net amount|net|net total|total net|zwischensumme|nettobetrag";
const PRODUCT = `${SUBTOTAL}|line total|total price|total amount|total cost|line amount|line sum|line price|line cost|item total|extended price|amount|total|sum|gesamtpreis|gesamt`;
const LINES =
  "items|line items|lineitems|lines|products|positions|order items|invoice items|articles|entries|purchases|services|expenses|charges|order lines|positionen|artikel|posten|articulos|lignes|voci|itens";
const TAX = "tax|tax amount|vat|vat amount|total tax|total vat|gst|sales tax|mwst|tva|iva";
const TAX_RATE = "tax rate|vat rate|gst rate|tax percent|tax percentage|vat percent";
const TOTAL =
  "total|grand total|total amount|gross|sum gross|gross sum|amount gross|total amount due|gross amount|gross total|total gross|total cost|final total|total price|invoice total|order total|total due|amount due|balance due|amount outstanding|amount payable|total payable|gesamtbetrag|rechnungsbetrag|montant total|importe total";
const ADDED =
  "shipping|shipping cost|fee|tip|delivery fee|shipping fee|service charge|handling fee|versandkosten";
const DEDUCTED = "discount|discount amount|discounts|discount total|total discount|rabatt";
const PAID = "paid|amount paid|paid amount|total paid|is paid|deposit";
const DUE: RegExp = /\b(?:due|gross|outstanding|payable)\b/;

/** Makes totals equal the sum or product of their terms; amounts may be decimal strings. */
export function totalAgreement(properties: Properties): Agreement | undefined {
  const one = (names: string): Property | undefined => named(properties, names)[0];
  const [quantity, price] = [one(QUANTITY), one(UNIT_PRICE)];
  const [subtotal, lines, tax, rate] = [one(SUBTOTAL), one(LINES), one(TAX), one(TAX_RATE)];
  const [total, ...others] = named(properties, TOTAL).filter((it) => it !== subtotal);
  // After a payment, the amount due is not the total.
  const same = one(PAID) ? [] : others.filter(({ name }) => DUE.test(name));
  const terms = lines && linesOf(lines, subtotal || tax ? PRODUCT : `${TOTAL}|${PRODUCT}`);
  const linesTotal = terms && lineSum(terms);
  const base: Reckon | undefined = subtotal ? (out) => amountOf(out[subtotal.key]) : linesTotal;
  const shareOf = (out: JsonObject): number | undefined => {
    const percent = rate && amountOf(out[rate.key]);
    return percent && (percent > 0 && percent < 1 ? percent : percent / 100);
  };
  const besides = besidesOf(properties);
  /** The total before fees are added and discounts are deducted. */
  const net: Reckon = (out) => {
    const whole = total && amountOf(out[total.key]);
    return whole === undefined ? undefined : whole - besides(out);
  };
  const taxOf = (out: JsonObject): number => (tax && amountOf(out[tax.key])) ?? 0;
  const minusTax: Reckon = (out) => plus(net(out), -taxOf(out));
  const fromTotal = [
    rule(tax, (out) => {
      const [whole, share = USUAL_TAX] = [net(out), shareOf(out)];
      return whole && (whole * share) / (1 + share);
    }),
    rule(subtotal, minusTax),
  ];
  const usual = [
    rule(one(PRODUCT), quantity && price && ((out) => product(out[quantity.key], out[price.key]))),
    rule(subtotal, linesTotal),
    rule(tax, subtotal && rate && ((out) => product(out[subtotal.key], shareOf(out)))),
    rule(total, base && ((out) => plus(base(out), besides(out) + taxOf(out)))),
    ...same.map((it) => rule(it, total && ((out) => amountOf(out[total.key])))),
  ];
  if (usual.every((it) => it === undefined)) return undefined;
  return (out, making) => {
    const isTold = (it: Property | undefined): boolean =>
      it !== undefined && isStated(out[it.key], making);
    const isFromTotal = base !== undefined && isTold(total) && !isTold(subtotal);
    if (isFromTotal) for (const apply of fromTotal) apply?.(out, making);
    if (terms !== undefined && (isFromTotal || isTold(subtotal)))
      fitLines(out, terms, subtotal ? amountOf(out[subtotal.key]) : minusTax(out));
    for (const apply of usual) apply?.(out, making);
  };
}

/** The tax rate, as a fraction, if the object has no rate. */
const USUAL_TAX = 0.1;

function plus(one: number | undefined, other: number): number | undefined {
  return one === undefined || one + other <= 0 ? undefined : one + other;
}

/** Sets an amount, unless the subject states it. A string keeps its number of decimals. */
function rule(target: Property | undefined, reckon: Reckon | undefined): Agreement | undefined {
  if (target === undefined || reckon === undefined) return undefined;
  return (out, making) => {
    const before = out[target.key];
    if (amountOf(before) === undefined || isStated(before, making)) return;
    const result = reckon(out);
    if (result !== undefined) replace(out, target, written(result, before));
  };
}

/** An amount with as many decimals as the string `like`; a number if `like` isn't a string. */
function written(amount: number, like: JsonValue | undefined): JsonValue {
  const rounded = Math.round(amount * 100) / 100;
  if (typeof like !== "string") return rounded;
  return rounded.toFixed(like.split(".")[1]?.length ?? 0);
}

/** Returns a function that sums fees, not including tax, and subtracts discounts. */
function besidesOf(properties: Properties): (out: JsonObject) => number {
  const termsOf = (names: string, sign: 1 | -1) =>
    named(properties, names).map(({ key }) => ({ key, sign }));
  const terms = [...termsOf(ADDED, 1), ...termsOf(DEDUCTED, -1)];
  return (out) => terms.reduce((sum, { key, sign }) => sum + sign * (amountOf(out[key]) ?? 0), 0);
}

/** Changes the prices of an invoice's lines so that the lines add up to the stated sum. */
function fitLines(out: ObjectDraft, { list, keys, amountOfLine }: Lines, sum = 0): void {
  const lines = out[list.key];
  if (sum <= 0 || !Array.isArray(lines) || !lines.every(isJsonObject)) return;
  // A line with an amount of 0 gets a small amount.
  const amounts = lines.map((line) => (amountOfLine(line) === 0 ? 1 : (amountOfLine(line) ?? 0)));
  const factor = sum / amounts.reduce((all, amount) => all + amount, 0);
  if (factor === Infinity) return;
  let left = sum;
  const fitted = lines.map((line, i) => {
    const quantity = amountOf(line[keys.quantity ?? ""]) || 1;
    // Rounded down, so that a remainder is left for the last line.
    const price = Math.floor(((amounts[i] ?? 0) / quantity) * factor * 100) / 100;
    const isLast = i === lines.length - 1;
    const amount = isLast ? Math.round(left * 100) / 100 : price * quantity;
    left -= amount;
    const factors = isLast ? { quantity: 1, price: amount } : { quantity, price };
    const terms = { ...factors, total: amount };
    const changed: ObjectDraft = { ...line };
    for (const term of ["quantity", "price", "total"] as const) {
      const key = keys[term];
      const before = key === undefined ? undefined : line[key];
      if (key !== undefined && before !== undefined)
        setProperty(changed, key, written(terms[term], before));
    }
    return changed;
  });
  // The lines can be the schema's own values, so they are copied instead of modified.
  if (fitted.length > 0) replace(out, list, fitted);
}

type Lines = ReturnType<typeof linesOf>;

/** Finds the amounts in an invoice's lines; `totals` has the names of the amounts to add up. */
function linesOf(list: Property, totals: string) {
  const items = propertiesIn(list);
  const keyOf = (names: string): string | undefined => named(items, names)[0]?.key;
  const keys = { total: keyOf(totals), quantity: keyOf(QUANTITY), price: keyOf(UNIT_PRICE) };
  const { total, quantity, price } = keys;
  const amountOfLine = (line: JsonObject): number | undefined => {
    const listed = total === undefined ? undefined : amountOf(line[total]);
    if (listed !== undefined || price === undefined) return listed;
    return product(quantity === undefined ? 1 : (line[quantity] ?? 1), line[price]);
  };
  return { list, keys, amountOfLine };
}

/** The sum of the totals of an invoice's lines; undefined if a line has no total. */
function lineSum({ list, keys, amountOfLine }: Lines): Reckon | undefined {
  if (keys.total === undefined && keys.price === undefined) return undefined;
  return (out) => {
    const lines = out[list.key];
    if (!Array.isArray(lines) || lines.length === 0) return undefined;
    const amounts = lines.filter(isJsonObject).flatMap((line) => amountOfLine(line) ?? []);
    return amounts.length < lines.length ? undefined : amounts.reduce((sum, one) => sum + one, 0);
  };
}

function product(a: JsonValue | undefined, b: JsonValue | undefined): number | undefined {
  const [one, other] = [amountOf(a), amountOf(b)];
  return one === undefined || other === undefined ? undefined : one * other;
}

const DECIMAL: RegExp = /^-?\d{1,12}(?:\.\d{1,6})?$/;

/** A number, or the number that a string consists of; undefined for other values. */
function amountOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : undefined;
}
