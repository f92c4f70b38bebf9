/** A listener's own origin, and the origin at which a client reached it. */
type Seen = { readonly own: string; readonly seen: string };

/**
 * Returns a server's URL as a client sees it: replaces the origin if it is `own`. In a URL with a
 * different origin, such as another port of the server, replaces only the host name.
 */
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

/** Whether a host name, or an address without brackets, is loopback. Doesn't query DNS. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}

export function isPostgresUrl(store: string): boolean {
  return /^postgres(ql)?:/.test(store);
}

/** Decodes percent-encoding. Returns the text unchanged if the encoding is invalid. */
export function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}
