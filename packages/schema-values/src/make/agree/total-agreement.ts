import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { ObjectDraft } from "../making.ts";
import { type Agreement, named, type Property, replace } from "./property.ts";

const QUANTITY = "quantity|qty|units|menge|anzahl|cantidad|quantite|quantita|quantidade";
const UNIT_PRICE =
  "unit price|price per unit|unit cost|price each|price|einzelpreis|prix unitaire|precio unitario|prezzo unitario|preco unitario";
const PRODUCT =
  "line total|total price|subtotal|sub total|total amount|total cost|line amount|amount|total|gesamtpreis|gesamt";
const LINES =
  "items|line items|lineitems|lines|products|positions|order items|invoice items|articles|entries|purchases|services|expenses|charges|order lines|positionen|artikel|posten|articulos|lignes|voci|itens";
const SUBTOTAL = "subtotal|sub total|net amount|net|net total|zwischensumme|nettobetrag";
const TAX = "tax|tax amount|vat|vat amount|sales tax|mwst|tva|iva";
const TAX_RATE = "tax rate|vat rate|tax percent|tax percentage";
const TOTAL =
  "total|grand total|total amount|amount due|total due|gross|gross amount|gross total|total price|invoice total|order total|gesamtbetrag|rechnungsbetrag|montant total|importe total";
const ADDED =
  "shipping|shipping cost|fee|tip|delivery fee|shipping fee|service charge|handling fee|versandkosten";
const DEDUCTED = "discount|discount amount|rabatt";

/** Computes an amount from an object; undefined if a term is missing. */
type Reckon = (out: JsonObject) => number | undefined;
/** Sets an amount that an object has to another one, if that is known. */
type Rule = (out: ObjectDraft) => void;

/** Makes totals equal the sum or product of their terms; amounts may be decimals in strings. */
export function totalAgreement(properties: readonly Property[]): Agreement | undefined {
  const one = (names: string): Property | undefined => named(properties, names)[0];
  const [quantity, price] = [one(QUANTITY), one(UNIT_PRICE)];
  const [subtotal, lines, tax, rate] = [one(SUBTOTAL), one(LINES), one(TAX), one(TAX_RATE)];
  const linesTotal = lines && lineSum(lines);
  const base: Reckon | undefined = subtotal ? (out) => amountOf(out[subtotal.key]) : linesTotal;
  const rules = [
    rule(one(PRODUCT), quantity && price && ((out) => product(out[quantity.key], out[price.key]))),
    rule(subtotal, linesTotal),
    rule(
      tax,
      subtotal &&
        rate &&
        ((out) => {
          const percent = amountOf(out[rate.key]) ?? 0;
          return product(out[subtotal.key], percent > 0 && percent < 1 ? percent : percent / 100);
        }),
    ),
    rule(
      named(properties, TOTAL).find((it) => it !== subtotal),
      base && totalOf(base, properties, tax),
    ),
  ].filter((it) => it !== undefined);
  if (rules.length === 0) return undefined;
  return (out) => {
    for (const apply of rules) apply(out);
  };
}

/** The amount is written the same way as before. */
function rule(target: Property | undefined, reckon: Reckon | undefined): Rule | undefined {
  if (target === undefined || reckon === undefined) return undefined;
  return (out) => {
    const before = out[target.key];
    if (amountOf(before) === undefined) return;
    const result = reckon(out);
    if (result === undefined) return;
    const amount = Math.round(result * 100) / 100;
    replace(out, target, typeof before === "string" ? amount.toFixed(decimalsOf(before)) : amount);
  };
}

function totalOf(base: Reckon, properties: readonly Property[], tax: Property | undefined): Reckon {
  const added = [...(tax === undefined ? [] : [tax]), ...named(properties, ADDED)];
  const deducted = named(properties, DEDUCTED);
  return (out) => {
    let sum = base(out);
    if (sum === undefined) return undefined;
    for (const { key } of added) sum += amountOf(out[key]) ?? 0;
    for (const { key } of deducted) sum -= amountOf(out[key]) ?? 0;
    return sum > 0 ? sum : undefined;
  };
}

/** The sum of the totals of an invoice's lines; undefined if a line has none. */
function lineSum({ key, items }: Property): Reckon | undefined {
  const keyOf = (names: string): string | undefined =>
    names
      .split("|")
      .map((name) => items?.get(name))
      .find((it) => it !== undefined);
  const [total, quantity, price] = [keyOf(PRODUCT), keyOf(QUANTITY), keyOf(UNIT_PRICE)];
  const amountOfLine = (line: JsonObject): number | undefined => {
    const listed = total === undefined ? undefined : amountOf(line[total]);
    if (listed !== undefined || price === undefined) return listed;
    return product(quantity === undefined ? 1 : (line[quantity] ?? 1), line[price]);
  };
  if (total === undefined && price === undefined) return undefined;
  return (out) => {
    const lines = out[key];
    if (!Array.isArray(lines) || lines.length === 0) return undefined;
    let sum = 0;
    for (const line of lines) {
      const amount = isJsonObject(line) ? amountOfLine(line) : undefined;
      if (amount === undefined) return undefined;
      sum += amount;
    }
    return sum;
  };
}

function product(a: JsonValue | undefined, b: JsonValue | undefined): number | undefined {
  const [one, other] = [amountOf(a), amountOf(b)];
  return one === undefined || other === undefined ? undefined : one * other;
}

const DECIMAL: RegExp = /^-?\d{1,12}(?:\.\d{1,6})?$/;

/** A number, or a string that contains only one. */
function amountOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : undefined;
}

function decimalsOf(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}
