/** Matches the origin of a URL, with or without a user and a password. */
const ORIGIN = /https?:\/\/([^\s"'\\/?#@]*@)?[\w.[\]:-]+/g;

export type Hosts = {
  /** The proxy's origin for each of the service's origins. */
  readonly replacements: Map<string, string>;
  /** The origins that the service named and that clients reach without the proxy. */
  readonly others: Set<string>;
};

/** Replaces the service's origins with the proxy's origins, and collects all others. */
export function rewritten(text: string, { replacements, others }: Hosts): string {
  // JSON may escape slashes.
  const plain = text.replaceAll("\\/", "/");
  const replaced = plain.replace(ORIGIN, (found) => {
    if (!URL.canParse(found)) return found;
    const { origin } = new URL(found);
    const own = replacements.get(origin);
    if (own === undefined) others.add(origin);
    return own ?? found;
  });
  return replaced === plain ? text : replaced;
}
