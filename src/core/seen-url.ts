/** A listener's origin: its own, and the one at which a client reached it. */
export type Seen = { readonly own: string; readonly seen: string };

/** A server's URL as a client knows it. At another of the server's ports, only the host is certain to be the one that it used. */
export function seenUrl(url: string, { own, seen }: Seen): string {
  const origin = originOfUrl(url);
  const rest = url.slice(origin.length);
  if (origin === own) return seen + rest;
  if (!URL.canParse(seen) || !URL.canParse(origin)) return url;
  const other = new URL(origin);
  other.hostname = new URL(seen).hostname;
  return other.origin + rest;
}

/** Scheme, host, and port of a URL; empty if it has none. */
export function originOfUrl(url: string): string {
  return /^\w+:\/\/[^/]+/.exec(url)?.[0] ?? "";
}
