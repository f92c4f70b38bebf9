import type { JsonValue } from "../../../core/json.ts";
import { type ObjectDraft, setProperty } from "../set-property.ts";
import type { Agreement, Property } from "./property.ts";

const QUANTITY = "quantity|qty|units|menge|anzahl|cantidad|quantite|quantita|quantidade";
const UNIT_PRICE =
  "unit price|price per unit|unit cost|price each|price|einzelpreis|prix unitaire|precio unitario|prezzo unitario|preco unitario";
const PRODUCT =
  "line total|total price|subtotal|sub total|total amount|total cost|line amount|amount|total|gesamtpreis|gesamt";
const SUBTOTAL = "subtotal|sub total|net amount|net|net total";
const TAX = "tax|tax amount|vat|vat amount|sales tax";
const TOTAL = "total|grand total|total amount|amount due|total due|gross|gross amount|gross total";
/** Terms that a total would also have to include. */
const OTHER_TERMS =
  "discount|shipping|shipping cost|fee|tip|delivery fee|discount amount|shipping fee|service charge";

/** Makes totals equal the sum or product of their terms. */
export function totalAgreement(properties: readonly Property[]): Agreement | undefined {
  const find = (names: string): Property | undefined => {
    const all = names.split("|");
    return all.flatMap((name) => properties.find(({ words }) => words.join(" ") === name) ?? [])[0];
  };
  const isWhole = find(OTHER_TERMS) === undefined;
  const product = rule(find(PRODUCT), [find(QUANTITY), find(UNIT_PRICE)], (a, b) => a * b);
  const sum = rule(isWhole ? find(TOTAL) : undefined, [find(SUBTOTAL), find(TAX)], (a, b) => a + b);
  const rules = [product, sum].filter((it) => it !== undefined);
  if (rules.length === 0) return undefined;
  return (out) => {
    for (const apply of rules) apply(out);
  };
}

type Rule = (out: ObjectDraft) => void;

function rule(
  target: Property | undefined,
  [one, other]: readonly [Property | undefined, Property | undefined],
  reckon: (a: number, b: number) => number,
): Rule | undefined {
  if (target === undefined || one === undefined || other === undefined) return undefined;
  return (out) => {
    const [a, b, c]: (JsonValue | undefined)[] = [out[one.key], out[other.key], out[target.key]];
    if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number") return;
    const result = Math.round(reckon(a, b) * 100) / 100;
    if (target.fits(result)) setProperty(out, target.key, result);
  };
}
