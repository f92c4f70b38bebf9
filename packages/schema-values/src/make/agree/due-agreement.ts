import type { JsonValue } from "../../json.ts";
import { setProperty } from "../set-property.ts";
import { type Agreement, type Property, propertyNamed } from "./property.ts";

const ISSUED =
  "invoice date|issue date|date issued|issued|issued on|bill date|billing date|document date|date|order date|purchase date|rechnungsdatum|bestelldatum|date de facture|fecha de factura|created date|start date";
const DUE =
  "due date|duedate|due|due on|payment due date|payment due|delivery date|estimated delivery|estimated delivery date|falligkeitsdatum|lieferdatum|echeance|fecha de vencimiento|scadenza";
const TERMS = "payment term|payment terms|term of payment|terms of payment";

/** Usual numbers of days until an invoice is due. */
const USUAL: readonly number[] = [14, 14, 30, 30, 30, 45, 60];
/** Later days are unlikely. */
const MOST_DAYS = 120;
const DAY_LENGTH = 86_400_000;
const DAY: RegExp = /^\d{4}-\d\d-\d\d(?!\d)/;
const OUR_TERMS: RegExp = /^\d+ days net$/;

/** Makes a due date follow within weeks, and the payment terms match it. */
export function dueAgreement(properties: readonly Property[]): Agreement | undefined {
  const [issued, due, terms] = [ISSUED, DUE, TERMS].map((names) =>
    propertyNamed(properties, names),
  );
  if (issued === undefined || due === undefined) return undefined;
  return (out, { rng, subject }) => {
    const [from, until] = [timeOf(out[issued.key]), timeOf(out[due.key])];
    if (from === undefined || until === undefined) return;
    let days = Math.round((until - from) / DAY_LENGTH);
    if (days < 0 || days > MOST_DAYS) {
      days = rng.pick(USUAL);
      // The day that the input states stays.
      const isStated = subject?.stated.text("due") !== undefined;
      const [moved, time] = isStated
        ? [issued, until - days * DAY_LENGTH]
        : [due, from + days * DAY_LENGTH];
      const day = new Date(time).toISOString().slice(0, 10);
      const other = day + String(out[moved.key]).slice(day.length);
      if (!moved.fits(other)) return;
      setProperty(out, moved.key, other);
    }
    if (terms === undefined || !OUR_TERMS.test(String(out[terms.key]))) return;
    const net = `${days} days net`;
    if (days > 0 && terms.fits(net)) setProperty(out, terms.key, net);
  };
}

function timeOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== "string" || !DAY.test(value)) return undefined;
  const time = Date.parse(value.slice(0, 10));
  return Number.isNaN(time) ? undefined : time;
}
