/** What a schema reveals about the meaning of a value. */
export type Hints = {
  /** The property that has the value, or an array of such values; empty for the root. */
  readonly name: string;
  /**
   * What that property belongs to, if the name alone is ambiguous: the `name` of a company is not a
   * person's.
   */
  readonly owner?: string;
  readonly titles: readonly string[];
  readonly description: string;
};

const SEPARATOR = "\n";
const NEEDS_AN_OWNER: ReadonlySet<string> = new Set(
  "name title type text value label description".split(" "),
);

/** A property's name together with what it belongs to, if that makes a difference. */
export function nameWithin(owner: string, name: string): string {
  return owner !== "" && NEEDS_AN_OWNER.has(name.toLowerCase()) ? owner + SEPARATOR + name : name;
}

/** The inverse of `nameWithin`. */
export function splitName(name: string): { readonly name: string; readonly owner?: string } {
  const at = name.lastIndexOf(SEPARATOR);
  return at < 0 ? { name } : { name: name.slice(at + 1), owner: name.slice(0, at) };
}
