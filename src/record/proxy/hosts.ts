/** Matches the origin of a URL, with or without a user and a password. */
const ORIGIN = /https?:\/\/([^\s"'\\/?#@]*@)?[\w.[\]:-]+/g;

/** Replaces the service's origins with the proxy's, and collects all other origins. */
export class Hosts {
  readonly #replacements: ReadonlyMap<string, string>;
  readonly #others = new Set<string>();

  constructor(replacements: ReadonlyMap<string, string>) {
    this.#replacements = replacements;
  }

  /** The origins that the service named and that clients reach without the proxy, sorted. */
  get others(): readonly string[] {
    return [...this.#others].sort();
  }

  rewritten(text: string): string {
    // JSON may escape slashes.
    const plain = text.replaceAll("\\/", "/");
    const replaced = plain.replace(ORIGIN, (found) => {
      if (!URL.canParse(found)) return found;
      const { origin } = new URL(found);
      const own = this.#replacements.get(origin);
      if (own === undefined) this.#others.add(origin);
      return own ?? found;
    });
    return replaced === plain ? text : replaced;
  }
}
