import { isLine } from "../../words/line-names.ts";
import { setProperty } from "../set-property.ts";
import { type Agreement, type Property, propertyNamed } from "./property.ts";

const NAME =
  "description|item description|product description|name|item name|product name|item|product|title|article|service|beschreibung|bezeichnung|artikel|descripcion|designation|descrizione";
const QUANTITY = "quantity|qty|units|count|menge|anzahl|cantidad|quantite|quantita|quantidade";
const PRICE =
  "unit price|price per unit|unit cost|price each|price|einzelpreis|prix unitaire|precio unitario|prezzo unitario|preco unitario";
const AMOUNT =
  "line total|total price|subtotal|total amount|total cost|line amount|amount|total|cost|gesamtpreis|gesamt|summe";

/** Makes a line of an order or an invoice one that the input states. */
export function lineAgreement(
  properties: readonly Property[],
  owner: string,
): Agreement | undefined {
  if (!isLine(owner)) return undefined;
  const [name, quantity, price, amount] = [NAME, QUANTITY, PRICE, AMOUNT].map((names) =>
    propertyNamed(properties, names),
  );
  if (name === undefined || (price === undefined && amount === undefined)) return undefined;
  // A single product has a price, too, but no quantity.
  if (quantity === undefined && /product|article|service/i.test(owner)) return undefined;
  return (out, { subject }) => {
    const line = subject?.stated.nextLine();
    if (line === undefined) return;
    const set = (property: Property | undefined, value: string | number): void => {
      const before = property && out[property.key];
      if (property === undefined || before === undefined || before === null) return;
      const written =
        typeof before === "string" && typeof value === "number" ? value.toFixed(2) : value;
      if (typeof written === typeof before && property.fits(written))
        setProperty(out, property.key, written);
    };
    set(name, line.name);
    set(quantity, line.quantity);
    set(price, rounded(line.price));
    set(amount, rounded(line.price * line.quantity));
  };
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}
