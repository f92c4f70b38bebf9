/** What a schema says of the meaning of a value. */
export type Hints = {
  /** The property that holds the value, or an array of such values; empty for the whole. */
  readonly name: string;
  /** What holds that property, where the name alone does not tell: the `name` of a company is no person's. */
  readonly owner?: string;
  readonly titles: readonly string[];
  readonly description: string;
};

const SEPARATOR = "\n";
const NEEDS_AN_OWNER: ReadonlySet<string> = new Set(
  "name title type text value label description".split(" "),
);

/** The name of a property together with what holds it, where that makes a difference. */
export function nameWithin(owner: string, name: string): string {
  return owner !== "" && NEEDS_AN_OWNER.has(name.toLowerCase()) ? owner + SEPARATOR + name : name;
}

/** The parts of what `nameWithin` has put together. */
export function splitName(name: string): { readonly name: string; readonly owner?: string } {
  const at = name.lastIndexOf(SEPARATOR);
  return at < 0 ? { name } : { name: name.slice(at + 1), owner: name.slice(0, at) };
}
