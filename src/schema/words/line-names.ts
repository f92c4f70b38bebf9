import { nameWords, singularOf } from "./name-words.ts";

/** Names of the lines of an order or an invoice. */
const LINES: ReadonlySet<string> = new Set(
  "item|line item|lineitem|line|product|position|order item|invoice item|article|entry|purchase|service|expense|charge|order line|invoice line|cart item|positionen|artikel|posten|articulo|ligne|voci|itens".split(
    "|",
  ),
);

/** Whether a name is that of a line of an order or an invoice, or of several. */
export function isLine(name: string): boolean {
  const words = nameWords(name).map(singularOf);
  return LINES.has(words.slice(-2).join(" ")) || LINES.has(words.at(-1) ?? "");
}
