import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { nameWords } from "../../lexicon/lexicon.ts";
import { type ObjectDraft, setProperty } from "../making.ts";
import type { Agreement, Property } from "./property.ts";

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

/** Makes totals equal the sum or product of their terms; amounts may be decimals in strings. */
export function totalAgreement(properties: readonly Property[]): Agreement | undefined {
  const byName = new Map(properties.map((property) => [property.words.join(" "), property]));
  const all = (names: string): Property[] =>
    names.split("|").flatMap((name) => byName.get(name) ?? []);
  const one = (names: string): Property | undefined => all(names)[0];
  const [subtotal, lines, tax] = [one(SUBTOTAL), one(LINES), one(TAX)];
  const total = all(TOTAL).find((it) => it !== subtotal);
  const base = subtotal ?? lines;
  const rules = [
    productRule(one(PRODUCT), one(QUANTITY), one(UNIT_PRICE)),
    lines === undefined ? undefined : rule(subtotal, (out) => sumOfLines(out[lines.key])),
    taxRule(tax, subtotal, one(TAX_RATE)),
    base === undefined
      ? undefined
      : totalRule(total, base, { tax, added: all(ADDED), deducted: all(DEDUCTED) }),
  ].filter((it) => it !== undefined);
  if (rules.length === 0) return undefined;
  return (out) => {
    for (const apply of rules) apply(out);
  };
}

type Rule = (out: ObjectDraft) => void;
type Reckon = (out: JsonObject) => number | undefined;

/** Sets an amount that the object has to another one, written the same way. */
function rule(target: Property | undefined, reckon: Reckon): Rule | undefined {
  if (target === undefined) return undefined;
  return (out) => {
    const before = out[target.key];
    if (amountOf(before) === undefined) return;
    const result = reckon(out);
    if (result === undefined) return;
    const amount = Math.round(result * 100) / 100;
    const value = typeof before === "string" ? amount.toFixed(decimalsOf(before)) : amount;
    if (target.fits(value)) setProperty(out, target.key, value);
  };
}

function productRule(
  target: Property | undefined,
  quantity: Property | undefined,
  price: Property | undefined,
): Rule | undefined {
  if (quantity === undefined || price === undefined) return undefined;
  return rule(target, (out) => product(out[quantity.key], out[price.key]));
}

function taxRule(
  tax: Property | undefined,
  subtotal: Property | undefined,
  rate: Property | undefined,
): Rule | undefined {
  if (subtotal === undefined || rate === undefined) return undefined;
  return rule(tax, (out) => {
    const percent = amountOf(out[rate.key]) ?? 0;
    return product(out[subtotal.key], percent > 0 && percent < 1 ? percent : percent / 100);
  });
}

type Terms = {
  readonly tax: Property | undefined;
  readonly added: readonly Property[];
  readonly deducted: readonly Property[];
};

function totalRule(
  total: Property | undefined,
  base: Property,
  { tax, added, deducted }: Terms,
): Rule | undefined {
  const plus = tax === undefined ? added : [tax, ...added];
  return rule(total, (out) => {
    const start = Array.isArray(out[base.key])
      ? sumOfLines(out[base.key])
      : amountOf(out[base.key]);
    if (start === undefined) return undefined;
    const sum = plus.reduce((before, { key }) => before + (amountOf(out[key]) ?? 0), start);
    const less = deducted.reduce((before, { key }) => before + (amountOf(out[key]) ?? 0), 0);
    return less < sum ? sum - less : undefined;
  });
}

/** The sum of the totals of an invoice's lines; undefined if a line has none. */
function sumOfLines(lines: JsonValue | undefined): number | undefined {
  if (!Array.isArray(lines) || lines.length === 0) return undefined;
  let sum = 0;
  for (const line of lines) {
    const amount = isJsonObject(line) ? amountOfLine(line) : undefined;
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return sum;
}

function amountOfLine(line: JsonObject): number | undefined {
  const { total, quantity, price } = keysOfLine(line);
  const listed = total === undefined ? undefined : amountOf(line[total]);
  if (listed !== undefined || price === undefined) return listed;
  return product(quantity === undefined ? 1 : (line[quantity] ?? 1), line[price]);
}

/** The keys of a line's amounts; undefined for those that it doesn't have. */
type LineKeys = {
  readonly total: string | undefined;
  readonly quantity: string | undefined;
  readonly price: string | undefined;
};

let lastKeys: readonly string[] = [];
let lastLine: LineKeys = { total: undefined, quantity: undefined, price: undefined };

/** The keys of a line, remembered from the line before: those of one invoice, and of one file, have the same ones. */
function keysOfLine(line: JsonObject): LineKeys {
  const keys = Object.keys(line);
  if (!isSame(keys, lastKeys)) {
    lastKeys = keys;
    lastLine = keysAmong(keys);
  }
  return lastLine;
}

function keysAmong(keys: readonly string[]): LineKeys {
  const named = (names: ReadonlySet<string>): string | undefined =>
    keys.find((key) => names.has(nameWords(key).join(" ")));
  return { total: named(PRODUCTS), quantity: named(QUANTITIES), price: named(UNIT_PRICES) };
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  if (keys.length !== others.length) return false;
  for (let i = 0; i < keys.length; i++) if (keys[i] !== others[i]) return false;
  return true;
}

const [QUANTITIES, UNIT_PRICES, PRODUCTS] = [QUANTITY, UNIT_PRICE, PRODUCT].map(
  (names): ReadonlySet<string> => new Set(names.split("|")),
) as [ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>];

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
