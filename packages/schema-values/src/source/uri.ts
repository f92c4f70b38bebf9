/** The base URI of a schema without one. */
export const DEFAULT_BASE = "schema://local/";

/** An absolute reference, split at its fragment; the fragment is decoded. */
export type Target = { readonly uri: string; readonly fragment: string };

/**
 * Resolves a reference against a base according to RFC 3986; keeps a reference that can't be
 * resolved unchanged.
 */
export function resolveUri(base: string, reference: string): Target {
  const hash = reference.indexOf("#");
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  return { uri: path === "" ? base : absolute(base, path), fragment: decode(fragment) };
}

function absolute(base: string, path: string): string {
  try {
    return new URL(path, base).href;
  } catch {
    return path;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
