import { nameWords, singularOf } from "./name-words.ts";

/** Names of the lines of an order or an invoice. */
const LINES: ReadonlySet<string> = new Set(
  "item|line item|lineitem|line|product|position|order item|invoice item|article|entry|purchase|service|expense|charge|order line|invoice line|cart item|positionen|artikel|posten|articulo|ligne|voci|itens".split(
    "|",
  ),
);

/** What precedes the name of a line. */
const ORDERED: RegExp = /^(?:purchased|ordered|billed|bought|receipt|cart|sold|shipped|returned)$/;

/** Whether a name is that of a line of an order or an invoice, or of several. */
export function isLine(name: string): boolean {
  const words = nameWords(name).map(singularOf);
  const last = words.at(-1) ?? "";
  const isOrdered = words.length < 2 || ORDERED.test(words.at(-2) ?? "");
  return LINES.has(words.slice(-2).join(" ")) || (isOrdered && LINES.has(last));
}
