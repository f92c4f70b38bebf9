import type { JsonObject } from "../../core/json.ts";
import type { OpenedSchema } from "./opened-schema.ts";

/** Test suites send the same few schemas repeatedly. */
const MOST_KEPT = 16;
/** A compiled schema takes several hundred times the memory of its text. */
const MOST_CHARACTERS = 500_000;

/** Keeps the most recently used schemas, by their text. */
export class SchemaCache {
  /** In order of last use. */
  readonly #opened = new Map<string, Promise<OpenedSchema>>();

  /** The cached schema, or the result of `open`; failures are not cached. */
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
