import type { JsonObject } from "../json.ts";

/** Test suites send the same few schemas repeatedly. */
const MOST_KEPT = 16;
/** A compiled schema takes several hundred times the memory of its text. */
const MOST_CHARACTERS = 500_000;

/** Keeps what is known about the most recently used schemas, by their text. */
export class SchemaCache<Value> {
  /** In order of last use. */
  readonly #values = new Map<string, Promise<Value>>();

  /** The cached value, or the result of `make`; failures are not cached. */
  of(schema: JsonObject, make: () => Promise<Value>): Promise<Value> {
    // The order of properties matters because rows keep it.
    const text = JSON.stringify(schema);
    const found = this.#values.get(text) ?? make();
    this.#values.delete(text);
    this.#values.set(text, found);
    found.catch(() => this.#values.delete(text));
    this.#forgetOldest();
    return found;
  }

  #forgetOldest(): void {
    let characters = 0;
    for (const [index, text] of [...this.#values.keys()].reverse().entries()) {
      characters += text.length;
      if (index > 0 && (index >= MOST_KEPT || characters > MOST_CHARACTERS))
        this.#values.delete(text);
    }
  }
}
