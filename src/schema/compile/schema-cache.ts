import type { JsonObject } from "../../core/json.ts";
import type { OpenedSchema } from "./opened-schema.ts";

/** Test suites send the same few schemas again and again. */
const MOST_KEPT = 16;
/** A compiled schema takes some hundred times the memory of its text. */
const MOST_CHARACTERS = 500_000;

/** Remembers the schemas that were used last, by their text. */
export class SchemaCache {
  /** In the order of their last use. */
  readonly #opened = new Map<string, Promise<OpenedSchema>>();

  /** The remembered schema, or else what `open` makes of it; failures are not remembered. */
  open(schema: JsonObject, open: () => Promise<OpenedSchema>): Promise<OpenedSchema> {
    // The order of properties matters because rows keep it.
    const text = JSON.stringify(schema);
    const found = this.#opened.get(text) ?? open();
    this.#opened.delete(text);
    this.#opened.set(text, found);
    found.catch(() => this.#opened.delete(text));
    this.#forgetOldest();
    return found;
  }

  #forgetOldest(): void {
    let characters = 0;
    for (const [index, text] of [...this.#opened.keys()].reverse().entries()) {
      characters += text.length;
      if (index > 0 && (index >= MOST_KEPT || characters > MOST_CHARACTERS))
        this.#opened.delete(text);
    }
  }
}
