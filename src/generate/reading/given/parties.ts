const FROM: RegExp =
  /(?:^|\n|[.;,] )[ \t]*(?:from|seller|vendor|supplier|issued by|von|verkäufer|lieferant|absender|de|vendeur|fournisseur|vendedor|proveedor|发件人|販売者|発行者)[:：][ \t]*([^,;.\n]{2,60})/iu;
const TO: RegExp =
  /(?:^|\n|[.;,] )[ \t]*(?:to|bill to|billed to|ship to|customer|client|buyer|recipient|attn|an|kunde|empfänger|rechnung an|à|destinataire|cliente|宛先|お客様|客户)[:：][ \t]*([^,;.\n]{2,60})/iu;
const BILLS: RegExp =
  /(?<!\p{L})(\p{Lu}[\p{L}&'’.-]{0,30}(?: \p{Lu}[\p{L}&'’.-]{0,30}){0,4}) (?:bills|invoices|charges) (\p{Lu}[\p{L}&'’.-]{0,30}(?: \p{Lu}[\p{L}&'’.-]{0,30}){0,4})/u;
const HONORED: RegExp = /(?:^|\n)(\S{2,20}?) ?(?:御中|様)/u;

const LABELS: RegExp = /[:：]/;
/** Searching for each of these takes less time than an expression for all of them. */
const BILL: readonly string[] = [" bills ", " invoices ", " charges "];
const HONORS: RegExp = /御中|様/;

function billed(text: string): RegExpExecArray | null {
  return BILL.some((word) => text.includes(word)) ? BILLS.exec(text) : null;
}

/** The seller that an invoice names after a label. */
export function sellerIn(text: string): string | undefined {
  const labeled = LABELS.test(text) ? FROM.exec(text)?.[1] : undefined;
  return (labeled ?? billed(text)?.[1])?.trim();
}

/** The buyer that an invoice names after a label. */
export function buyerIn(text: string): string | undefined {
  const labeled = LABELS.test(text) ? TO.exec(text)?.[1] : undefined;
  const honored = HONORS.test(text) ? HONORED.exec(text)?.[1] : undefined;
  return (labeled ?? billed(text)?.[2] ?? honored)?.trim();
}

const SIGNED: RegExp =
  /(?:regards|sincerely|best|thanks|cheers|wishes|grüße|grüßen|gruß|cordialement|saludos|saluti|cumprimentos|groeten|groet),?\s+(\p{Lu}\p{L}+(?: \p{Lu}[\p{L}-]+){0,2})(?=\s*(?:$|\n|,))/iu;
const INTRODUCED: RegExp =
  /(?:my name is|this is|I am|I'm|mein Name ist|ich heiße|je m'appelle|me llamo|mi chiamo) (\p{Lu}\p{L}+(?: \p{Lu}[\p{L}-]+){0,2})/u;

/** The writer's name, after the last line of a letter, or in an introduction. */
export function senderIn(text: string): string | undefined {
  return SIGNED.exec(text)?.[1] ?? INTRODUCED.exec(text)?.[1];
}

const STREET_FIRST: RegExp =
  /\b\d{1,5}[A-Za-z]? (?:\p{Lu}[\p{L}'’.]{0,20} ){1,4}?(?:Street|St|Lane|Ln|Road|Rd|Avenue|Ave|Drive|Dr|Way|Square|Blvd|Boulevard|Court|Place)\b\.?(?:, \p{Lu}[\p{L} ]{2,24}(?:, [A-Z]{2}(?: \d{5})?)?)?/u;
const NUMBER_LAST: RegExp =
  /(?<!\p{L})\p{Lu}[\p{L}-]{0,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm) \d{1,4}[a-z]?(?:, \d{5} \p{Lu}[\p{L}-]+)?/u;
const FRENCH: RegExp =
  /\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|place|via|calle) [\p{L}' -]{3,40}(?:, \d{5} \p{Lu}[\p{L}-]+)?/u;

const STREET: RegExp = /(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm) \d/;

/** The first street address. */
export function streetAddressIn(text: string): string | undefined {
  const german = STREET.test(text) ? NUMBER_LAST.exec(text) : null;
  return (STREET_FIRST.exec(text) ?? german ?? FRENCH.exec(text))?.[0];
}

const TERMS: RegExp =
  /\bnet \d{1,3}(?: days)?|\b(?:due|payable) in \d{1,3} days|\d{1,3} days net|\b(?:due|payable) (?:up)?on receipt|(?:within|innerhalb von|binnen) \d{1,3} (?:days|Tagen)|\bsofort (?:fällig|zahlbar)|\b\d{1,3} Tage netto/iu;

const TERM: RegExp = /net|days|Tage|receipt|sofort/i;

/** When an invoice is to be paid, in its words. */
export function termsIn(text: string): string | undefined {
  return TERM.test(text) ? TERMS.exec(text)?.[0] : undefined;
}

const EXPERIENCE: RegExp =
  /(\d{1,2})\+? (?:years?|yrs?|jahren?|ans|años|anni|anos|jaar)(?!\p{L})|(\d{1,2}) ?(?:年(?:間)?|년)/iu;

/** A number of years, such as those of experience. */
export function yearsIn(text: string): number | undefined {
  const [, years, other] = EXPERIENCE.exec(text) ?? [];
  const written = years ?? other;
  return written === undefined ? undefined : Number(written);
}
