/** A query parameter whose value grants access: a key, token, password, or signature; one that begins with `***` is redacted already. */
const SECRET_PARAMETER =
  /([?&](?:[\w.%-]*(?:api[_-]?key|signature|token|secret|password|passwd)|sig|key|pwd|auth)=)(?!\*{3})[^&#]+/gi;

const USER_INFO = /^([a-z][a-z\d+.-]*:\/\/)[^\s/?#@]*@/i;

/** A URL, or the path and query of one, without passwords, keys, and signatures: `…` replaces them. */
export function redactUrl(url: string): string {
  // Most requests have neither a query nor a user.
  if (url.startsWith("/") && !/[?&]/.test(url)) return url;
  return url.replace(USER_INFO, "$1…@").replace(SECRET_PARAMETER, "$1…");
}

/** The string with every URL in it redacted. */
export function redactUrls(text: string): string {
  if (!text.includes("://")) return text;
  return text.replace(/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>\\]+/gi, redactUrl);
}

/** The string without the values of query parameters that are signatures, except for their ends. */
export function redactSignatures(text: string, names: readonly string[]): string {
  if (names.length === 0 || !text.includes("=")) return text;
  const signature = new RegExp(`([?&](?:${names.join("|")})=)([\\w.~%+-]+)`, "g");
  return text.replace(signature, (_, start, value) => `${start}***${value.slice(-4)}`);
}
