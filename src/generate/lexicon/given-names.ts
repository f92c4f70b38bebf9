import { type Hints, nameWords } from "schema-values";
import type { GivenNumber, GivenText } from "./given-values.ts";
import { nameTable } from "./name-table.ts";

/** Names of strings that inputs may state. */
const TEXTS = nameTable<GivenText>([
  ["account", "account number|account no|account id|kontonummer"],
  [
    "address",
    "address|full address|mailing address|billing address|shipping address|delivery address|postal address|home address|vendor address|new address|adresse|anschrift|lieferadresse|direccion|indirizzo",
  ],
  ["brand", "brand|brand name|make|product brand|manufacturer|marke|marque|marca|hersteller"],
  [
    "buyer",
    "buyer|buyer name|customer|customer name|client|client name|bill to|billed to|bill to name|recipient name|customer company|kunde|kundenname|cliente",
  ],
  ["color", "color|colour|color name|farbe|couleur|colore"],
  ["customer", "customer number|customer id|client id|member id|customer no|kundennummer"],
  [
    "due",
    "due date|duedate|due|deadline|payment due date|due by|payment due|falligkeitsdatum|frist|echeance|date limite|fecha de vencimiento|scadenza",
  ],
  ["flight", "flight number|flight|flight no"],
  [
    "invoice",
    "invoice number|invoice no|invoice id|invoice|bill number|receipt number|document number|rechnungsnummer|numero de facture|numero de factura",
  ],
  [
    "issued",
    "date|invoice date|issue date|date issued|issued|order date|document date|bill date|billing date|receipt date|transaction date|purchase date|event date|datum|rechnungsdatum|bestelldatum|date de facture|fecha",
  ],
  ["lengthUnit", "dimension unit|dimensions unit|size unit|length unit"],
  ["material", "material|fabric|main material"],
  [
    "order",
    "order number|order id|order no|order|order reference|booking reference|reservation number|po number|purchase order|purchase order number|bestellnummer|auftragsnummer|numero de commande|numero de pedido",
  ],
  ["policy", "policy number|contract number|contract id|policy id|vertragsnummer"],
  ["product", "sku|product code|article number|item number|item code|part number|artikelnummer"],
  [
    "seller",
    "vendor|vendor name|seller|seller name|supplier|supplier name|merchant|merchant name|issuer|issuer name|store name|lieferant|fournisseur|proveedor",
  ],
  ["sender", "sender|sender name|from name|signature name|signed by|author name|absender"],
  ["terms", "payment term|payment terms|term of payment|terms of payment"],
  ["ticket", "ticket number|ticket id|case number|case id|claim number|incident number"],
  ["tracking", "tracking number|tracking id|tracking code|shipment number|sendungsnummer"],
  ["vat", "vat id|vat number|vat no|vat|tax id|tax number|ust id|vat registration number"],
]);

/** Names of numbers that inputs may state. */
const NUMBERS = nameTable<GivenNumber>([
  ["depth", "depth|length|tiefe|lange|profondeur"],
  ["discount", "discount|discount amount|rabatt"],
  ["height", "height|hohe|hauteur"],
  [
    "price",
    "price|list price|sale price|cost|product price|price amount|preis|prix|precio|prezzo|einzelpreis",
  ],
  ["shipping", "shipping|shipping cost|shipping fee|delivery fee|versandkosten"],
  ["subtotal", "subtotal|sub total|net amount|net total|zwischensumme|nettobetrag"],
  ["tax", "tax|tax amount|vat|vat amount|sales tax|mwst|tva|iva"],
  ["taxRate", "tax rate|vat rate|tax percent|tax percentage"],
  [
    "total",
    "total|grand total|total amount|amount|amount due|total due|order total|invoice total|total price|amount total|gesamtbetrag|rechnungsbetrag|summe|montant total|importe total",
  ],
  [
    "weight",
    "weight|weight kg|weight g|weight grams|weight lb|weight lbs|net weight|gewicht|poids|peso",
  ],
  ["width", "width|breite|largeur|ancho"],
  [
    "years",
    "years of experience|years experience|year of experience|experience years|total experience|total years of experience",
  ],
]);

const DATES: ReadonlySet<GivenText> = new Set(["due", "issued"]);
/** Ways to write days other than ISO dates. */
const OTHER_DATES: RegExp = /\b(?:MM\/DD|DD[./]MM|TT\.MM|unix|epoch|timestamp|relative)\b/i;

/** What the input may state for a string; undefined if the property's name doesn't tell. */
export function givenTextNamed(hints: Hints): GivenText | undefined {
  const given =
    TEXTS.ofTail(wholeName(hints), Math.min(2, wholeName(hints).length)) ?? exactly(hints);
  return given !== undefined && DATES.has(given) && OTHER_DATES.test(hints.description)
    ? undefined
    : given;
}

function exactly({ name }: Hints): GivenText | undefined {
  const words = nameWords(name);
  return TEXTS.ofTail(words, words.length);
}

/** What the input may state for a number, and the factor to its unit. */
export function givenNumberNamed({
  name,
  description,
}: Hints): { readonly given: GivenNumber; readonly factor: number } | undefined {
  const words = nameWords(name);
  const given = NUMBERS.ofTail(words, words.length) ?? NUMBERS.ofTail(words, 2);
  if (given === undefined) return undefined;
  return {
    given,
    factor: given === "weight" ? weightFactor(`${words.join(" ")} ${description}`) : 1,
  };
}

/** How many of the units in a name or a description a kilogram has. */
function weightFactor(text: string): number {
  if (/\b(?:g|grams?|gramm)\b/i.test(text)) return 1000;
  if (/\b(?:lbs?|pounds?)\b/i.test(text)) return 2.204_62;
  return /\b(?:oz|ounces?)\b/i.test(text) ? 35.274 : 1;
}

function wholeName({ owner = "", name }: Hints): readonly string[] {
  return [...nameWords(owner), ...nameWords(name)];
}
